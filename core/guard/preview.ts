import type { MoneyAtStake, PlannedCopies } from '../schema/guardrails.ts';
import type { Warning } from '../schema/unknown-fields.ts';
import type { Judgement } from './gate.ts';
import { tightest, type Verdict } from './judge.ts';

/** What is known of an operation before it is carried out. */
export interface Preview {
  readonly guards: readonly Verdict[];
  readonly moneyAtStake: readonly MoneyAtStake[];
  readonly startsDelivering: boolean;
  /** In place of the operation's own line. */
  readonly summary?: string;
  readonly adAccountIds?: readonly string[];
  /** What is to be carried out where that says more than what was asked, such as the digest of a plan. */
  readonly input?: { readonly [name: string]: unknown };
  /** What it was judged by: a plan whose world has another one by then is not carried out. */
  readonly world?: unknown;
  /** What it would copy. */
  readonly copies?: PlannedCopies;
  readonly warnings?: readonly Warning[];
}

/** The preview of an operation that the gate judges in one account; undefined where it starts and raises nothing. */
export function previewOf(judgement: Judgement | undefined, world?: unknown): Preview {
  if (judgement === undefined) return { guards: [], moneyAtStake: [], startsDelivering: false, world };
  const { verdicts, moneyAtStake } = judgement;
  const startsDelivering = moneyAtStake.delivering > 0;
  return { guards: tightest(verdicts), moneyAtStake: [moneyAtStake], startsDelivering, world };
}
