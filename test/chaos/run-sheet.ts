import { tryLeadWays } from '../addon/lead-ways.ts';
import { tryObjectWays } from '../addon/object-ways.ts';
import { tryWays } from '../addon/sheet-ways.ts';

/**
 * What people do to sheets, by the name of the job. What is counted is counted in the state of the
 * simulated platform.
 */
const TRIES = { sheet: tryWays, 'account-sheet': tryObjectWays, 'lead-sheet': tryLeadWays };

export const isSheetJob = (job: string): job is keyof typeof TRIES => job in TRIES;

export async function runSheetChaos(
  job: keyof typeof TRIES,
  {
    seed,
    sequences,
    progress,
  }: {
    readonly seed: number;
    readonly sequences: number;
    readonly progress: (line: string) => void;
  },
) {
  const began = Date.now();
  const { problems, ...totals } = await TRIES[job](seed * 1_000_000, sequences, progress);
  for (const problem of problems.slice(0, 20)) process.stderr.write(`${problem}\n`);
  return { ...totals, problems: problems.length, seconds: Math.round((Date.now() - began) / 1000) };
}
