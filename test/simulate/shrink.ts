import type { Choice } from './choices.ts';
import { type Ended, playAgain } from './story.ts';

/** What a failure is about, without its numbers: a smaller story must fail for the same reason. */
export const reasonOf = ({ faults }: Pick<Ended, 'faults'>): string =>
  (faults[0] ?? '').replace(/[\d]+/g, '#').split('\n')[0] ?? '';

/**
 * The same failure with fewer choices: chunks are left out, and where a stream has no more the dullest is chosen. Then single
 * values are made dull.
 */
export async function shrunk(failed: Ended, mostTries = 2_000, play = playAgain): Promise<Ended> {
  const reason = reasonOf(failed);
  let best = failed;
  let tries = 0;
  const attempt = async (choices: readonly Choice[]): Promise<boolean> => {
    tries += 1;
    const played = await play(failed.seed, choices);
    if (played.faults.length === 0 || reasonOf(played) !== reason) return false;
    best = { ...played, choices: trimmed(choices) };
    return true;
  };
  if (!(await attempt(failed.choices))) return failed;
  for (let size = Math.ceil(best.choices.length / 2); size >= 1 && tries < mostTries; size = Math.floor(size / 2))
    for (let from = 0; from < best.choices.length && tries < mostTries; )
      if (!(await attempt([...best.choices.slice(0, from), ...best.choices.slice(from + size)]))) from += size;
  for (let i = best.choices.length - 1; i >= 0 && tries < mostTries; i -= 1) {
    const [stream = '', value = 0] = best.choices[i] ?? [];
    if (value !== 0) await attempt(best.choices.map((choice, at) => (at === i ? [stream, 0] : choice)));
  }
  return best;
}

/** Dull choices at the end of a stream are chosen anyway. */
function trimmed(choices: readonly Choice[]): readonly Choice[] {
  const seen = new Set<string>();
  return choices
    .toReversed()
    .filter(([stream, value]) => {
      if (value !== 0) seen.add(stream);
      return seen.has(stream);
    })
    .toReversed();
}
