/** Prints `PASSED FAILED` of a JSON report of vitest. A test file that failed to load, or a run that failed for no test's sake, counts as a failure. */
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
const unloaded = testResults.filter(
  result => result.status === 'failed' && result.assertionResults.every(({ status }) => status !== 'failed'),
);
const failed = numFailedTests + unloaded.length;
console.log(`${numPassedTests} ${failed === 0 && status !== '0' ? 1 : failed}`);
