import type { AccountAccess } from '../../accounts/access.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { RequestFields } from '../../base/refusal.ts';
import type { Judgement } from '../../gate/gate.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import type { Standing } from '../../ports/platform-update.ts';
import type { Json, Write } from '../../ports/store.ts';

/**
 * What is done to one object that exists. Its values are absolute, so that the object itself tells
 * whether it was done.
 */
export interface ChangeStep {
  /** Of the object. */
  readonly id: string;
  readonly type?: EntityType | undefined;
  readonly name?: string | undefined;
  /** As the audit calls it: `ad.status`. */
  readonly action: string;
  readonly before?: Values | undefined;
  readonly after?: Values | undefined;
}

type Values = { readonly [field: string]: Json };

/** A change as a value. `X`: what else its answer tells of the objects as they were. */
export interface ChangePlan<X> {
  readonly steps: readonly ChangeStep[];
  readonly own: X;
}

/** What became of a step. */
export interface Changed extends EditResult {
  readonly endsBy?: 'platform' | 'adset' | 'schedule' | undefined;
}

/** What a kind of change knows; all else is the same for all of them. */
export interface Changing<
  X extends object,
  A extends object,
  C extends AccountAccess = AccountAccess,
> {
  readonly account: C;
  /** It may start or raise spending: no other such change of the account is under way meanwhile. */
  readonly inTurn: boolean;
  /** Where one object alone is changed, and its refusal is that of the request. */
  readonly at?: RequestFields | undefined;
  /** An error of `send` means that nothing was sent. */
  readonly throwsUnsent?: true;
  /**
   * Reads the objects. Throws what forbids the change. `former`: an attempt that was begun, perhaps
   * sent, without its steps.
   */
  draw(account: C, former: X | undefined): Promise<ChangePlan<X>>;
  /**
   * What the gate must see of the steps that are about to leave. Absent: they start and raise
   * nothing.
   */
  judge?(account: C, plan: ChangePlan<X>, isFirst: boolean): Promise<Judgement | undefined>;
  /** One result each, in order. */
  send(account: C, plan: ChangePlan<X>): Promise<readonly Changed[]>;
  /** How the objects stand, after an attempt without an answer. */
  look(account: C, plan: ChangePlan<X>): Promise<readonly (Standing | PlatformFailure)[]>;
  /** With what is written in the commit of the answer. */
  answer(plan: ChangePlan<X>, changed: ReadonlyMap<string, Changed>): Promise<Answered<A>>;
}

export interface Answered<A> {
  readonly answer: A;
  readonly writes?: readonly Write[];
}
