import { tryLeadWays } from '../addon/lead-ways.ts';
import { tryWays } from '../addon/sheet-ways.ts';

/** What people do to a launch sheet, thousands of times (test/addon/sheet-ways.ts). What is counted is counted in the state of the simulated platform. */
export async function runSheetChaos(seed: number, sequences: number, progress: (line: string) => void) {
  const began = Date.now();
  const { problems, ...totals } = await tryWays(seed * 1_000_000, sequences, progress);
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`);
  return { ...totals, seconds: Math.round((Date.now() - began) / 1000) };
}

/** The same of a tab of leads (test/addon/lead-ways.ts). */
export async function runLeadSheetChaos(seed: number, sequences: number, progress: (line: string) => void) {
  const began = Date.now();
  const { problems, ...totals } = await tryLeadWays(seed * 1_000_000, sequences, progress);
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`);
  return { ...totals, seconds: Math.round((Date.now() - began) / 1000) };
}
