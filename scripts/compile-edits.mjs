// Whether what the refactorings offer for a kernel tree compiles; see test/compile/main.ts for the arguments.
//
//   npm run test:compile -- TREE [--config all,min] [--minutes N] [--summary FILE]
//   npm run test:compile -- TREE --build FOLDER      a kernel that you have configured: its O= folder, or TREE itself
import { runBundled } from './run-bundled.mjs';

await runBundled('test/compile/main.ts');
