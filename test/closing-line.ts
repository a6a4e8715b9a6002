import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line, `N passed, N failed, N skipped`, for people and programs who read only the end. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state } = test.result();
        if (state !== 'pending') count[state] += 1;
      }
      // What broke outside a test counts as one failure: a file before its first test, a hook around a group of them.
      const broken = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
      count.failed += broken;
      if (tests === 0 && broken === 0 && module.state() === 'failed') count.failed += 1;
    }
    process.once('exit', () =>
      process.stdout.write(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`),
    );
  }
}
