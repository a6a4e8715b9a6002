import type { ObjectLevel } from '../../../core/features/changes/sheet/columns.ts';
import type { Values } from '../../../core/features/changes/sheet/rows.ts';
import { kind, type Store, type Stored } from '../../../core/ports/store.ts';
import { allOf } from '../../../core/records/list.ts';
import { FILE } from '../../base/app.ts';

/** What the file remembers, so that the next execution goes on where one was cut off. */

/** A level of an account that is being brought in. */
export interface Task {
  readonly sheetId: number;
  readonly level: ObjectLevel;
  /** As rows name it. */
  readonly account: string;
  readonly currency: string;
  readonly filter: {
    readonly name?: string;
    readonly status?: 'ACTIVE' | 'PAUSED';
    readonly campaignId?: string;
    readonly changedSince?: string;
  };
  /** Where the next page begins. */
  readonly after?: string;
  readonly rows: number;
  /** Rows with cells that a person typed and that stay. */
  readonly typed: number;
}

export interface Ended extends Pick<Task, 'level' | 'account' | 'rows' | 'typed'> {
  /** There is more than a tab takes. */
  readonly isCut?: boolean;
  readonly problem?: string;
}

export interface BringIn {
  readonly what: 'bring-in';
  readonly companyId: string;
  readonly tasks: readonly Task[];
  readonly ended: readonly Ended[];
}

export interface Change {
  readonly level: ObjectLevel;
  readonly id: string;
  readonly set: Values;
  /** Of the values in `set`, those that were brought in. */
  readonly was?: Values;
}

/** A row without an id, as it was planned. */
export interface NewObject {
  readonly level: ObjectLevel;
  readonly account: string;
  /** As `keyOf` told it before it was posted. */
  readonly key: string;
  /** Its place in the request: in the list of its level. */
  readonly index: number;
  /** What it goes into: an id, or one of the objects that are made with it. */
  readonly above?: string | number;
  readonly values: Values;
  readonly id?: string;
  /** It was made, and none of its ads. */
  readonly isEmpty?: true;
}

/** One launch that makes what rows without ids describe. */
export interface Making {
  /** The very request. Empty once it was accepted. */
  readonly body: { readonly name?: string; readonly planDigest?: string };
  readonly objects: readonly NewObject[];
  /** Each row has its name, by which it is found again whatever people write into it. */
  readonly isMarked?: boolean;
  readonly batchId?: number;
  /** Of what stayed empty. */
  readonly removal?: 'wanted' | 'asked';
  /** Why some of it was not removed. */
  readonly stays?: readonly string[];
}

/** One request: changes of one account, or one launch. */
export interface Part {
  /** The same for each repetition, so that it is carried out once. */
  readonly key: string;
  readonly account: string;
  /** Empty once their rows tell what became of them. */
  readonly changes: readonly Change[];
  readonly digest: string;
  /** Of the objects that this deletes. */
  readonly deletes?: ObjectLevel;
  readonly makes?: Making;
  readonly changeId?: string;
  /** Why the request was refused as a whole. */
  readonly problem?: string;
  readonly isTold?: boolean;
  /** Of the request that takes it back. */
  readonly undoId?: string;
  readonly undoProblem?: string;
  readonly isUndoTold?: boolean;
}

export interface Post {
  readonly what: 'post';
  readonly companyId: string;
  readonly createdAt: number;
  readonly state: 'planned' | 'posting' | 'posted' | 'removing' | 'undoing' | 'undone';
  /** What all rows asked for when it was planned. */
  readonly print: string;
  /** Objects that are deleted, and amounts that rise tenfold: a person agrees to them. */
  readonly risky: number;
  readonly objects: number;
  readonly parts: readonly Part[];
  /** Objects by what became of them. */
  readonly counts: { readonly [outcome: string]: number };
}

export const isOpen = ({ state }: Post): boolean =>
  ['posting', 'removing', 'undoing'].includes(state);

/** Of the requests that are under way: rows with their names wait for them. */
export const openKeys = async (store: Store): Promise<ReadonlySet<string>> =>
  new Set(
    (await keptPosts(store)).flatMap(({ doc }) =>
      isOpen(doc) ? doc.parts.map(({ key }) => key) : [],
    ),
  );

export const sheetChangesKind = kind<BringIn | Post>('sheet-changes');

export const BRING_IN = 'bring-in';

export const keptPosts = async (store: Store): Promise<readonly Stored<Post>[]> =>
  (await allOf(store, sheetChangesKind, FILE)).filter(
    (each): each is Stored<Post> => each.doc.what === 'post',
  );

export const keptPost = async (store: Store, id: string): Promise<Stored<Post> | undefined> =>
  (await keptPosts(store)).find((post) => post.id === id);

export async function keptBringIn(store: Store): Promise<Stored<BringIn> | undefined> {
  const found = await store.get(sheetChangesKind, FILE, BRING_IN);
  return found?.doc.what === 'bring-in' ? (found as Stored<BringIn>) : undefined;
}

/** False where somebody else has changed it since it was read. */
export async function keep(
  store: Store,
  id: string,
  doc: BringIn | Post,
  version?: number,
): Promise<boolean> {
  const write = {
    kind: sheetChangesKind,
    companyId: FILE,
    id,
    expect: version ?? ('absent' as const),
    doc,
  };
  return (await store.commit([write])) === undefined;
}

/** Whether something waits for the next execution. */
export const hasWork = async (store: Store): Promise<boolean> =>
  (await allOf(store, sheetChangesKind, FILE)).some(({ doc }) =>
    doc.what === 'post' ? isOpen(doc) : doc.tasks.length > 0,
  );
