import { tryWays } from '../addon/sheet-ways.ts';

/** What people do to a launch sheet, thousands of times (test/addon/sheet-ways.ts). `wrong`: sequences in which something did not hold. */
export async function runSheetChaos(seed: number, sequences: number, progress: (line: string) => void) {
  const began = Date.now();
  const { problems, rows, ads, unclear } = await tryWays(seed * 1_000_000, sequences, progress);
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`);
  return { sequences, rows, ads, unclear, wrong: problems.length, seconds: Math.round((Date.now() - began) / 1000) };
}
