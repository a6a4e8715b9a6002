import { createHash } from 'node:crypto';
import { type Choices, choicesOf } from './choices.ts';
import { createReached } from './states.ts';
import { type Ended, playStory } from './story.ts';

export interface Report {
  readonly stories: number;
  readonly failures: number;
  /** Of all that happened, in all stories. */
  readonly digest: string;
  readonly storiesPerSecond: number;
  readonly simulatedHours: number;
  readonly events: number;
  readonly faults: { readonly [kind: string]: number };
  readonly states: {
    readonly reached: { readonly [move: string]: number };
    readonly never: readonly string[];
  };
}

export interface Run {
  readonly seed: string;
  readonly from?: number;
  readonly stories: number;
  /** Milliseconds, of what the machine has spent. */
  readonly spent: () => number;
  /** One person does one thing in each. */
  readonly isSmall?: boolean;
  /** Ends with the first story that fails. */
  readonly isFirstEnough?: boolean;
  failed?(ended: Ended, story: number): void;
  passed?(story: number): void;
}

export const seedOf = (seed: string, story: number): string => `${seed}/${story}`;

export const choicesFor = (seed: string, isSmall: boolean): Choices =>
  choicesOf(seed, isSmall ? 'size' : undefined);

/** Plays stories one after the other. */
export async function runStories({
  seed,
  from = 0,
  stories,
  spent,
  isSmall = false,
  isFirstEnough = false,
  failed,
  passed,
}: Run): Promise<Report> {
  const hash = createHash('sha256');
  const struck: { [kind: string]: number } = {};
  const reached = createReached();
  let [played, failures, simulatedMs, events] = [0, 0, 0, 0];
  const began = spent();
  for (let story = from; story < from + stories; story += 1) {
    reached.begin();
    const ended = await playStory(
      seedOf(seed, story),
      choicesFor(seedOf(seed, story), isSmall),
      reached.heard,
    );
    hash.update(ended.history.join('\n'));
    simulatedMs += ended.simulatedMs;
    events += ended.events;
    for (const [kind, count] of ended.struck) struck[kind] = (struck[kind] ?? 0) + count;
    if (ended.faults.length > 0) {
      failures += 1;
      failed?.(ended, story);
    }
    passed?.(story);
    played += 1;
    if (isFirstEnough && failures > 0) break;
  }
  return {
    stories: played,
    failures,
    digest: hash.digest('hex'),
    storiesPerSecond: Math.round((10_000 * played) / Math.max(1, spent() - began)) / 10,
    simulatedHours: Math.round(simulatedMs / 360_000) / 10,
    events,
    faults: sorted(struck),
    states: { reached: sorted(Object.fromEntries(reached.moves)), never: reached.never() },
  };
}

const sorted = (counts: { readonly [name: string]: number }) =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
