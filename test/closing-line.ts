import type { Reporter, TestModule } from 'vitest/node';
import type { Tool } from './tools/tools.ts';

/**
 * Ends the run with what could not be run and why, what passed only at a second try, and then one plain line, `N passed, N failed, N skipped`, for people and
 * programs who read only the end.
 */
export class ClosingLine implements Reporter {
  readonly #lacking: readonly Tool[];

  constructor(tools: readonly Tool[]) {
    this.#lacking = tools.filter(({ found }) => !found);
  }

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
    const lines = [...this.#lacking.flatMap((tool) => notRun(tool, modules)), ...passedLate(modules)];
    lines.push('', `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

/** Which tests passed only at a second try: each is a race, of the test or of the product. */
function passedLate(modules: readonly TestModule[]): string[] {
  const late = modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `SECOND TRY: ${module.relativeModuleId} > ${test.fullName}`),
  );
  return late.length === 0 ? [] : ['', ...late];
}

/** Which tests a machine without a tool left out, and how to get the tool. */
function notRun({ name, what, advice }: Tool, modules: readonly TestModule[]): string[] {
  let all = 0;
  const files: string[] = [];
  for (const module of modules) {
    const tests = [...module.children.allTests('skipped')].filter(({ tags }) => tags.includes(name)).length;
    if (tests > 0) files.push(`${module.relativeModuleId} (${tests})`);
    all += tests;
  }
  return all === 0
    ? []
    : ['', `NOT RUN: ${all} tests need ${what}, and this machine has none: ${files.join(', ')}.`, `To run them: ${advice}.`];
}
