import type { Choice } from './choices.ts';
import { type Ended, playAgain } from './story.ts';

/** What a failure is about, without its numbers: a smaller story must fail for the same reason. */
export const reasonOf = ({ faults }: Pick<Ended, 'faults'>): string =>
  (faults[0] ?? '').replace(/slipway-\w+|[\d]+/g, '#').split('\n')[0] ?? '';

/** What is left to choose, stream by stream: where a stream has no more, the dullest is chosen. */
export type Streams = { readonly [stream: string]: readonly number[] };

export function streamsOf(choices: readonly Choice[]): Streams {
  const streams: { [stream: string]: number[] } = {};
  for (const [stream, value] of choices) {
    streams[stream] ??= [];
    streams[stream].push(value);
  }
  return Object.fromEntries(
    Object.entries(streams).flatMap(([name, values]) => filled(name, values)),
  );
}

export const choicesIn = (streams: Streams): readonly Choice[] =>
  Object.entries(streams).flatMap(([name, values]) => values.map((value): Choice => [name, value]));

/**
 * The same failure with fewer choices: whole streams are made dull, then parts of them, then parts
 * are left out.
 */
export async function shrunk(failed: Ended, mostTries = 2_000, play = playAgain): Promise<Ended> {
  const reason = reasonOf(failed);
  let best = failed;
  let left = streamsOf(failed.choices);
  let tries = 0;
  const attempt = async (name: string, values: readonly number[]): Promise<boolean> => {
    if (tries >= mostTries) return false;
    tries += 1;
    const { [name]: _former, ...others } = left;
    const streams = { ...others, ...Object.fromEntries(filled(name, values)) };
    const played = await play(failed.seed, choicesIn(streams));
    if (played.faults.length === 0 || reasonOf(played) !== reason) return false;
    left = streams;
    best = { ...played, choices: choicesIn(streams) };
    return true;
  };
  for (let size = -1; size !== sizeOf(left) && tries < mostTries; ) {
    size = sizeOf(left);
    for (const name of Object.keys(left)) {
      if (await attempt(name, [])) continue;
      for (const less of LESS)
        await inChunks(
          () => left[name] ?? [],
          (values) => attempt(name, values),
          less,
        );
    }
  }
  return best;
}

/** How a part of a stream becomes less: dull, left out, smaller. */
const LESS: readonly ((part: readonly number[]) => readonly number[])[] = [
  (part) => part.map(() => 0),
  () => [],
  (part) => part.map((value) => Math.floor(value / 2)),
];

async function inChunks(
  now: () => readonly number[],
  attempt: (values: readonly number[]) => Promise<boolean>,
  less: (part: readonly number[]) => readonly number[],
): Promise<void> {
  for (
    let size = Math.ceil(now().length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let from = 0; from < now().length; ) {
      const values = now();
      const part = values.slice(from, from + size);
      const instead =
        part.every((value) => value === 0) && less(part).length > 0 ? part : less(part);
      const isLess =
        instead !== part &&
        (await attempt([...values.slice(0, from), ...instead, ...values.slice(from + size)]));
      if (!isLess || instead.length > 0) from += size;
    }
}

/** Without dull choices at its end: they are chosen anyway. */
function filled(
  name: string,
  values: readonly number[],
): readonly (readonly [string, readonly number[]])[] {
  const last = values.findLastIndex((value) => value !== 0);
  return last < 0 ? [] : [[name, values.slice(0, last + 1)]];
}

/** The sum counts too: a smaller number is less. */
const sizeOf = (streams: Streams): number =>
  Object.values(streams).reduce(
    (sum, values) => values.reduce((all, value) => all + 1 + Math.log2(1 + value), sum),
    0,
  );
