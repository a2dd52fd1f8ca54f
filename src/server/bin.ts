import { serveParent } from './main';

/** `node server.cjs --stdio`, or as a child of Node with `--node-ipc`; `pernet-lens lsp` calls it from its own process. */
export const start = (): void => serveParent(process.argv, process.env);

if (require.main === module) start();
