import type * as v from 'valibot';
import type { Approver } from '../guard/records.ts';
import type { PlannedMedia } from '../media/kept-media.ts';
import { kind } from '../ports/store.ts';
import type { StepResult } from '../schema/approvals.ts';
import type { guardVerdict, MoneyAtStake } from '../schema/guardrails.ts';

/** A plan of operations that waits to be approved and applied. Id: its digest. */
export interface ApprovalRecord {
  readonly steps: readonly Step[];
  readonly comment?: string;
  readonly preview: Preview;
  /** Who must approve: never the key that planned it, where a guard or the company wants a second one. */
  readonly needs?: Approver;
  /** By step: the digest of what it was judged by. Plans of earlier versions have none. */
  readonly worlds?: readonly string[];
  readonly createdBy: string;
  /** The person, as he was called then; absent where a key planned it. */
  readonly planner?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly approved?: Decision;
  readonly declined?: Decision;
  /** The first operation may have left since. */
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly results?: readonly StepResult[];
}

export interface Step {
  readonly operation: string;
  readonly input: { readonly [name: string]: unknown };
  /** What the addresses in it led to when it was planned. */
  readonly media?: readonly PlannedMedia[];
}

export interface Decision {
  readonly by: string;
  readonly person?: string;
  readonly at: number;
  readonly comment?: string | undefined;
}

/** What is told of a plan before it is applied. */
export interface Preview {
  readonly summary: readonly string[];
  readonly adAccountIds: readonly string[];
  readonly startsDelivering: boolean;
  readonly guards: readonly v.InferOutput<typeof guardVerdict>[];
  readonly moneyAtStake: readonly MoneyAtStake[];
}

export const approvalKind = kind<ApprovalRecord>('approval', { createdAt: 'number', expiresAt: 'number' });
