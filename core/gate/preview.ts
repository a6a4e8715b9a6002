import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Json } from '../ports/store.ts';
import type { Judgement } from './gate.ts';
import { tightest, type Verdict } from './judge.ts';
import type { MoneyAtStake, PlannedCopies } from './schema.ts';

export interface Preview {
  readonly guards: readonly Verdict[];
  readonly moneyAtStake: readonly MoneyAtStake[];
  readonly startsDelivering: boolean;
  /**
   * When what it starts or raises ends by itself, milliseconds; null: never. Absent where unknown.
   */
  readonly until?: number | null;
  /**
   * Replaces the operation's own line and its members. Names in it are `quoted` and come after
   * amounts.
   */
  readonly summary?: string;
  readonly lines?: readonly string[];
  readonly objects?: readonly Named[];
  readonly adAccountIds?: readonly string[];
  /**
   * To be carried out instead of what was asked: with the settings of a preset in place of its id,
   * or with the digest of a plan.
   */
  readonly input?: { readonly [name: string]: unknown };
  /** What it was judged by: a plan whose world has changed is not carried out. */
  readonly world?: unknown;
  /**
   * The objects at the platform as a person approves them, as `world`. Read for plans alone: it may
   * take calls.
   */
  look?(): Promise<readonly Looked[]>;
  readonly copies?: PlannedCopies;
  readonly warnings?: readonly Warning[];
}

/** An object of a plan, or one below it, with all of it that must stay as it was approved. */
export interface Looked {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** The id of the object that the request names; the same where it is that one. */
  readonly of: string;
  /** By what people call them: `link`, `daily budget`. */
  readonly facts: { readonly [what: string]: Json };
}

/** One step of a plan: an object, and what happens to it. */
export interface Named {
  readonly type?: string | undefined;
  readonly id: string;
  readonly name: string;
  /** In one sentence without its end: `Pause ad “Boots”`. The same for the same plan. */
  readonly does?: string | undefined;
  /** Its state before: `on`. */
  readonly now?: string;
  /** Its state after, where the line does not say it. */
  readonly then?: string | undefined;
}

/** `judgement`: undefined where the operation starts and raises nothing. */
export function previewOf(judgement: Judgement | undefined, world?: unknown): Preview {
  if (judgement === undefined)
    return { guards: [], moneyAtStake: [], startsDelivering: false, world };
  const { verdicts, moneyAtStake, reserves } = judgement;
  const { until } = reserves.demand.started;
  const startsDelivering = moneyAtStake.delivering > 0;
  return {
    guards: tightest(verdicts),
    moneyAtStake: [moneyAtStake],
    startsDelivering,
    world,
    ...(until !== undefined && { until }),
  };
}

/** The latest end of objects; null where one of them has none. */
export const untilOf = (
  objects: readonly { readonly endTime?: number | undefined }[],
): Pick<Preview, 'until'> => ({
  until: objects.some(({ endTime }) => endTime === undefined)
    ? null
    : Math.max(...objects.map(({ endTime = 0 }) => endTime)),
});
