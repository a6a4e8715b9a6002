import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Judgement } from './gate.ts';
import { tightest, type Verdict } from './judge.ts';
import type { MoneyAtStake, PlannedCopies } from './schema.ts';

/** What is known of an operation before it is carried out. */
export interface Preview {
  readonly guards: readonly Verdict[];
  readonly moneyAtStake: readonly MoneyAtStake[];
  readonly startsDelivering: boolean;
  /** In place of the operation's own line and its members. Names in it are `quoted` and come after amounts. */
  readonly summary?: string;
  /** Further lines, such as one for each ad. */
  readonly lines?: readonly string[];
  /** What it is done to, as the platform or the company calls it. */
  readonly objects?: readonly Named[];
  readonly adAccountIds?: readonly string[];
  /**
   * What is to be carried out where that says more than what was asked: with the settings of a preset in place of its id,
   * or with the digest of a plan.
   */
  readonly input?: { readonly [name: string]: unknown };
  /** What it was judged by: a plan whose world has another one by then is not carried out. */
  readonly world?: unknown;
  /** What it would copy. */
  readonly copies?: PlannedCopies;
  readonly warnings?: readonly Warning[];
}

/** Something by what it is, its id and the name others gave it. */
export interface Named {
  readonly type?: string | undefined;
  readonly id: string;
  readonly name: string;
}

/** The preview of an operation that the gate judges in one account; undefined where it starts and raises nothing. */
export function previewOf(judgement: Judgement | undefined, world?: unknown): Preview {
  if (judgement === undefined) return { guards: [], moneyAtStake: [], startsDelivering: false, world };
  const { verdicts, moneyAtStake } = judgement;
  const startsDelivering = moneyAtStake.delivering > 0;
  return { guards: tightest(verdicts), moneyAtStake: [moneyAtStake], startsDelivering, world };
}
