import type { Actor } from '../../access/caller.ts';
import type { Rights } from '../../access/roles.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { kind } from '../../ports/store.ts';
import type { ChangePart, DrawnChange } from './plan.ts';

/**
 * Changes that were asked for together. Their objects are kept in pages, each with its plan of
 * effects.
 */
export interface ChangeSet {
  readonly createdAt: number;
  readonly by: ChangeActor;
  readonly pages: readonly { readonly account: AccountKey; readonly objects: number }[];
  readonly objects: number;
  readonly state: 'running' | 'finished';
  /**
   * When the backup was made with which it came back: what was open then may have been done, and
   * undone, since.
   */
  readonly doubtedAt?: number;
  readonly undoOf?: string;
  readonly undoneBy?: string;
}

/** Who asked, as the gate and the audit must know it. */
export interface ChangeActor
  extends Pick<Actor, 'keyId' | 'workspaceId' | 'secondKey' | 'madeBy' | 'grant' | 'plannedBy'> {
  /** Of a person, without who it is. */
  readonly rights?: Rights;
}

export const changeSetKind = kind<ChangeSet>('change-set', {
  createdAt: 'number',
  state: 'string',
});

/** Id: that of the set and the number of the page. */
export interface ChangePage {
  readonly createdAt: number;
  readonly objects: readonly KeptChange[];
}

export interface KeptChange extends Omit<DrawnChange, 'parts'> {
  /**
   * Of what is taken back: why it stays unknown whether the object is as it was, whatever becomes
   * of the parts.
   */
  readonly open?: string;
  readonly parts: readonly (ChangePart & { readonly undo?: string })[];
}

export const changePageKind = kind<ChangePage>('change-page', { createdAt: 'number' });

/** They can be read and taken back for so long. */
export const KEPT_MS = 90 * 86_400_000;

export const CHANGES_QUEUE = 'changes';
export const CHANGE = 'object.change';

/** Objects of one page: a document of its own, with the plan of its steps. */
export const PAGE = 100;

export const pageId = (changeId: string, page: number): string => `${changeId}.${page}`;
export const stepId = (object: number, part: number): string => `${object}.${part}`;
