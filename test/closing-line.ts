import type { Reporter, TestModule } from 'vitest/node';
import type { Part } from './parts.ts';
import type { Tool } from './tools/tools.ts';

/**
 * Ends the run with what was not run and how to run it, and then one plain line,
 * `N passed, N failed, N skipped`, for people and programs who read only the end.
 */
export class ClosingLine implements Reporter {
  readonly #lacking: readonly Tool[];
  readonly #left: readonly Part[];

  /** @param left parts of the suite that this run does not have */
  constructor(tools: readonly Tool[], left: readonly Part[]) {
    this.#lacking = tools.filter(({ found }) => !found);
    this.#left = left;
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
      // What broke outside a test counts as one failure: a file before its first test, a hook
      // around a group of them.
      const broken = [...module.children.allSuites()].filter(
        (suite) => suite.errors().length > 0,
      ).length;
      count.failed += broken;
      if (tests === 0 && broken === 0 && module.state() === 'failed') count.failed += 1;
    }
    const lines = this.#lacking.flatMap((tool) => notRun(tool, modules));
    if (this.#left.length > 0)
      lines.push(
        '',
        `NOT RUN: the parts ${this.#left.join(', ')}.`,
        `To run them: npm run test:all -- --shard ${this.#left.join(',')}.`,
      );
    lines.push('', `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
    process.once('exit', () => process.stdout.write(`${lines.join('\n')}\n`));
  }
}

/** Which tests a machine without a tool left out, and how to get the tool. */
function notRun({ name, what, advice }: Tool, modules: readonly TestModule[]): string[] {
  let all = 0;
  const files: string[] = [];
  for (const module of modules) {
    const tests = [...module.children.allTests('skipped')].filter(({ tags }) =>
      tags.includes(name),
    ).length;
    if (tests > 0) files.push(`${module.relativeModuleId} (${tests})`);
    all += tests;
  }
  return all === 0
    ? []
    : [
        '',
        `NOT RUN: ${all} tests need ${what}, and this machine has none: ${files.join(', ')}.`,
        `To run them: ${advice}.`,
      ];
}
