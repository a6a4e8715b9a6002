import type * as v from 'valibot';
import type { Looked, Named } from '../../gate/preview.ts';
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
  /** By step: what its objects were like. Plans of earlier versions have none. */
  readonly seen?: readonly (readonly Looked[])[];
  /** A step of it takes away what no other operation brings back. */
  readonly destroys?: true;
  /** By step: what it is about. Plans of earlier versions have none. */
  readonly about?: readonly About[];
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
  /** Who had it carried out. */
  readonly appliedBy?: string;
  /** Another try of what was not done. */
  readonly attempt?: Attempt;
  /** Some of it goes on after its answers. */
  readonly running?: 1;
  readonly finishedAt?: number;
  readonly endedAt?: number;
  readonly results?: readonly StepResult[];
  readonly links?: readonly ApprovalLink[];
}

interface About {
  /** What it does, without amounts and names. */
  readonly title: string;
  readonly objects: readonly Named[];
  readonly adAccountIds: readonly string[];
}

export interface Attempt {
  /** Part of the keys of its operations, as that of the plan. */
  readonly run: string;
  readonly steps: readonly { readonly at: number; readonly step: Step }[];
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
  readonly decided?: {
    readonly at: number;
    readonly name: string;
    readonly decision: 'approve' | 'decline';
  } & From;
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
  running: 'number',
  endedAt: 'number',
});
