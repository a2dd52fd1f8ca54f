import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { VerbForm } from '../flags';
import { parseArguments } from '../parse-arguments';
import { isRefused, type Refused, refuse } from '../refused';
import type { ExitCode, Surroundings } from '../surroundings';

export const LSP: VerbForm = {
  name: 'lsp',
  operands: '',
  maxOperands: 0,
  summary: 'Serve an editor: findings, costs and call paths while you read (Language Server Protocol)',
  details: ['Started by editors, see [docs/editors.md](editors.md). It ends when its editor does.'],
  groups: [
    {
      title: 'Options',
      flags: [
        { name: 'stdio', help: 'Talk over standard input and output. Required: there is no other way.' },
      ],
    },
  ],
  examples: ['pernet-lens lsp --stdio'],
};

/** `pernet-lens lsp`: runs the bundled server in this process until its editor, or an interruption, ends it. */
export function runLsp(argv: readonly string[], { interrupt }: Surroundings): Promise<ExitCode> | Refused {
  const given = parseArguments(LSP, argv);
  if (isRefused(given)) return given;
  if (!given.on('stdio')) return refuse('lsp needs --stdio, the one way it talks to an editor');
  const { start }: typeof import('../../server/bin') = createRequire(join(__dirname, 'cli.cjs'))(
    './server.cjs',
  );
  start();
  return new Promise(resolve => interrupt.addEventListener('abort', () => resolve(0)));
}
