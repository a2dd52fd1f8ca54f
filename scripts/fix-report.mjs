// What the refactorings make of a real kernel tree; see test/refactorings/tree/report.ts for the arguments.
//
//   node scripts/fix-report.mjs TREE [--slots exit_batch_rtnl] [--ops NAME] [--out FOLDER] [--verify]
//   KERNEL_TREE=TREE npm run fix:report
import { runBundled } from './run-bundled.mjs';

await runBundled('test/refactorings/tree/report.ts');
