import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with the tests that needed a second try, if any, and `N passed, N failed`, which scripts can read. */
export default class CountLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter(test => test.result().state === state).length;
    const broken = modules.filter(module => module.errors().length > 0).length;
    const retried = tests.filter(test => (test.diagnostic()?.retryCount ?? 0) > 0);
    for (const { fullName } of retried) console.log(`second try: ${fullName}`);
    process.once('exit', () => console.log(`${count('passed')} passed, ${count('failed') + broken} failed`));
  }
}
