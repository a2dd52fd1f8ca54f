// Whether we make of an older tree what maintainers made of it until a newer one; see test/refactorings/tree/upstream.ts.
//
//   node scripts/upstream-report.mjs OLDER NEWER
import { runBundled } from './run-bundled.mjs';

await runBundled('test/refactorings/tree/upstream.ts');
