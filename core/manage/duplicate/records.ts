import type { Actor } from '../../access/caller.ts';
import type { AccountKey } from '../../base/account-key.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type {
  StepState as EngineState,
  Entry,
  Settled as StepSettled,
} from '../../effects/step.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { CopySource, CopyValues } from '../../ports/platform-changes.ts';
import type { Targeting } from '../../ports/platform-location.ts';
import { kind } from '../../ports/store.ts';
import type { CopyResult } from '../schema/duplicate.ts';

export interface DuplicateRecord {
  readonly state: 'running' | 'finished';
  readonly createdAt: number;
  readonly finishedAt?: number;
  readonly keyId: string;
  /** For which program, and by whose plan, where there was one. */
  readonly through?: Pick<Actor, 'grant' | 'plannedBy'>;
  readonly account: AccountKey;
  readonly type: EntityType;
  readonly sourceId: string;
  readonly entries: number;
  /** Something may turn up later: it is looked for once more, and then this is gone. */
  readonly lookAgainAt?: number | undefined;
  readonly results?: readonly CopyResult[];
}

export const duplicateKind = kind<DuplicateRecord>('duplicate', {
  state: 'string',
  createdAt: 'number',
});

/** Written once. Id: that of the head. */
export interface DuplicatePlan {
  readonly source: CopySource;
  readonly parentId?: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  /** Active copies of a source with paused objects: what is paused there stays paused here. */
  readonly inherit?: true;
  readonly names: readonly string[];
  readonly namesChosen: boolean;
  readonly values?: CopyValues;
  /** Of every copy, instead of the source's. Ad sets only. */
  readonly targeting?: Targeting;
  /** Part of the copies' names until they are renamed; unique in the world. */
  readonly mark: string;
}

export const duplicatePlanKind = kind<DuplicatePlan>('duplicate-plan');

/**
 * With all below it in one answer; the same in the background; alone; or rebuilt. From left to
 * right more calls and fewer refusals.
 */
export type How = 'deep' | 'start' | 'copy' | 'rebuild';

/** Copy and source object: `3/1202…`. Copies count from 1. */
export type StepKey = `${number}/${string}`;

export interface CopiedStep {
  readonly ref: string;
  /** What it lacks of its source. */
  readonly warnings?: readonly string[];
}
export interface RefusedStep {
  readonly failure: PlatformFailure;
}
export type Settled = StepSettled<CopiedStep, RefusedStep>;
export type StepState = EngineState<CopiedStep, RefusedStep>;

export type CopyStep =
  | { readonly did: 'give-up'; readonly failure: PlatformFailure }
  | {
      readonly did: 'remove';
      readonly left: readonly { readonly type: EntityType; readonly id: string }[];
    }
  | { readonly did: 'rename'; readonly error?: string }
  | { readonly did: 'locate'; readonly error?: string }
  | { readonly did: 'activate'; readonly error?: string };

export interface DuplicateEntry extends Entry<Settled> {
  readonly job: string;
  readonly seq: number;
  /** The least a source object needs, learned from one copy for all. */
  readonly ways?: { readonly [sourceId: string]: How };
  readonly copies?: { readonly [copy: number]: readonly CopyStep[] };
  readonly swept?: readonly string[];
}

export const duplicateJournalKind = kind<DuplicateEntry>('duplicate-journal', { job: 'string' });

export const duplicateEntryId = (job: string, seq: number): string =>
  `${job}/${String(seq).padStart(6, '0')}`;
