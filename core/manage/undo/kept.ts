import type { AccountKey } from '../../base/account-key.ts';
import { sameValue } from '../../base/money.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { FieldChange, Patch } from '../../ports/platform-update.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { type Json, kind, type Write } from '../../ports/store.ts';
import { randomId } from '../../records/random-id.ts';
import type { ChangeStep } from '../change/changing.ts';

export type Level = 'campaign' | 'adSet' | 'ad';

interface Kept {
  readonly account: AccountKey;
  readonly at: number;
  /** Of the object, or of the first. */
  readonly entityId: string;
  readonly undoneBy?: string;
}

/**
 * Settings of one object. Kept so that their change can be finished after a crash and undone later.
 */
export interface KeptSettings extends Kept {
  readonly level: Level;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly patch: Patch;
}

/**
 * What was made, or switched, renamed or given a budget: each object with its values before and
 * after.
 */
export interface KeptObjects extends Kept {
  readonly of: 'status' | 'budget' | 'name' | 'creation';
  readonly objects: readonly KeptObject[];
}

export interface KeptObject {
  readonly type: EntityType;
  readonly id: string;
  readonly name: string;
  readonly changes: readonly {
    readonly field: string;
    readonly before: Json;
    readonly after: Json;
  }[];
}

export type KeptUpdate = KeptSettings | KeptObjects;

export const updateKind = kind<KeptUpdate>('object-update', {
  account: 'string',
  entityId: 'string',
  at: 'number',
});

export const updateWrite = (companyId: string, id: string, doc: KeptUpdate): Write => ({
  kind: updateKind,
  companyId,
  id,
  expect: 'absent',
  doc,
});

/** The id that undoes a change, and the write that keeps it; nothing where nothing was changed. */
export function keepObjects(
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  companyId: string,
  { account, of, objects }: Pick<KeptObjects, 'account' | 'of' | 'objects'>,
): { readonly updateId?: string; readonly writes: readonly Write[] } {
  const [first] = objects;
  if (first === undefined) return { writes: [] };
  const updateId = randomId(secrets, 'upd');
  return {
    updateId,
    writes: [
      updateWrite(companyId, updateId, {
        account,
        at: clock.now(),
        entityId: first.id,
        of,
        objects,
      }),
    ],
  };
}

/** The same for steps that were done: what they changed is set back. */
export function keepChanged(
  ports: { readonly clock: Clock; readonly secrets: Secrets },
  companyId: string,
  kept: Pick<KeptObjects, 'account' | 'of'>,
  steps: readonly ChangeStep[],
): { readonly undo: { readonly updateId?: string }; readonly writes: readonly Write[] } {
  const objects = steps.flatMap(
    ({ type, id, name, before = {}, after = {} }): readonly KeptObject[] => {
      const changes = Object.entries(after)
        .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }))
        .filter((change) => !sameValue(change.before, change.after));
      return type === undefined || name === undefined || changes.length === 0
        ? []
        : [{ type, id, name, changes }];
    },
  );
  const { updateId, writes } = keepObjects(ports, companyId, { ...kept, objects });
  return { undo: updateId === undefined ? {} : { updateId }, writes };
}

export const reverse = <T extends { readonly before: unknown; readonly after: unknown }>(
  change: T,
): T => ({
  ...change,
  before: change.after,
  after: change.before,
});
