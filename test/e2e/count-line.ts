import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with `N passed, N failed`, which scripts can read. */
export default class CountLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter(test => test.result().state === state).length;
    const broken = modules.filter(module => module.errors().length > 0).length;
    process.once('exit', () => console.log(`${count('passed')} passed, ${count('failed') + broken} failed`));
  }
}
