import type * as v from 'valibot';
import type { Approver } from '../../gate/records.ts';
import type { guardVerdict, MoneyAtStake } from '../../gate/schema.ts';
import type { PlannedMedia } from '../../media/kept-media.ts';
import { kind } from '../../ports/store.ts';
import type { StepResult } from './schema.ts';

/** A plan of operations that waits to be approved and applied. Id: its digest. */
export interface ApprovalRecord {
  readonly steps: readonly Step[];
  readonly comment?: string;
  readonly preview: Preview;
  /** Who must approve: another person than planned it, where a guard or the company wants that. */
  readonly needs?: Approver;
  /** By step: the digest of what it was judged by. Plans of earlier versions have none. */
  readonly worlds?: readonly string[];
  /** The key or the person who planned it. */
  readonly createdBy: string;
  /** Who is behind that key. Absent in plans of earlier versions, and where the maker is unknown. */
  readonly plannedFor?: string;
  /** The same as `createdBy`, while it waits or is approved: for the count of open plans. */
  readonly openOf?: string;
  /** What the keys of its operations begin with. Plans of earlier versions: the digest. */
  readonly run?: string;
  /** The person, as he was called then; absent where a key planned it. */
  readonly planner?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly approved?: Decision;
  readonly declined?: Decision;
  /** The first operation may have left since. */
  readonly startedAt?: number;
  readonly finishedAt?: number;
  /** When it was declined or applied, so that the oldest of those are found first. */
  readonly endedAt?: number;
  readonly results?: readonly StepResult[];
}

export interface Step {
  readonly operation: string;
  readonly input: { readonly [name: string]: unknown };
  /** What the addresses in it led to when it was planned. */
  readonly media?: readonly PlannedMedia[];
}

interface Decision {
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

export const approvalKind = kind<ApprovalRecord>('approval', {
  createdAt: 'number',
  expiresAt: 'number',
  openOf: 'string',
  endedAt: 'number',
});
