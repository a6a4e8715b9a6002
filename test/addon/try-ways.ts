import { tryWays } from './sheet-ways.ts';

/**
 * Started by ways-apart.ts: tries so many sequences from a seed on, and prints what was counted.
 */
const [first = 1, ways = 1] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await tryWays(first, ways)));
