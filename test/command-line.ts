import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * What `npm run bench`, `chaos` and `soak` have in common: their options, and how they say what
 * came out.
 */

/**
 * Ends the process where an option is not one of these: a typing error must not start minutes of
 * work.
 */
export function readOptions<O extends NonNullable<ParseArgsConfig['options']>>(options: O) {
  const known = Object.entries(options).map(
    ([name, { type }]) => `--${name}${type === 'string' ? ' …' : ''}`,
  );
  const there = `There are: ${known.join(', ')}.`;
  if (process.argv.includes('--help')) {
    process.stdout.write(`${there}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse([`${error instanceof Error ? error.message : error}. ${there}`]);
  }
}

export function refuse(problems: readonly string[]): never {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(2);
}

/** One line of JSON, or a line for each figure. */
export function printResult(result: object, json: boolean): void {
  const lines = json
    ? [JSON.stringify(result)]
    : Object.entries(result).map(([name, value]) => `${name.padEnd(12)}${value}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}
