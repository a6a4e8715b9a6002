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
  readonly needs?: Approver;
  /** By step. Plans of earlier versions have none. */
  readonly worlds?: readonly string[];
  readonly createdBy: string;
  /** The maker of that key. Absent in plans of earlier versions, and where the maker is unknown. */
  readonly plannedFor?: string;
  /** `createdBy` while it waits or is approved, for the count of open plans. */
  readonly openOf?: string;
  /** Part of the keys of its operations. Plans of earlier versions: the digest. */
  readonly run?: string;
  readonly planner?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly approved?: Decision;
  readonly declined?: Decision;
  /** The first operation may have left since. */
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly endedAt?: number;
  readonly results?: readonly StepResult[];
  readonly links?: readonly ApprovalLink[];
}

/** For a person without an account (links.ts). */
export interface ApprovalLink {
  readonly id: string;
  /** Who it is for, as its maker wrote. */
  readonly for: string;
  readonly by: string;
  /** The same in words. */
  readonly person: string;
  readonly at: number;
  readonly until: number;
  readonly opened?: readonly ({ readonly at: number } & From)[];
  readonly decided?: { readonly at: number; readonly name: string; readonly decision: 'approve' | 'decline' } & From;
}

interface From {
  readonly address?: string;
  readonly agent?: string;
}

export interface Step {
  readonly operation: string;
  readonly input: { readonly [name: string]: unknown };
  readonly media?: readonly PlannedMedia[];
}

interface Decision {
  readonly by: string;
  readonly person?: string;
  readonly at: number;
  readonly comment?: string | undefined;
}

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
