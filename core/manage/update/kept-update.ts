import type { AccountKey } from '../../base/account-key.ts';
import type { FieldChange, Patch } from '../../ports/platform-update.ts';
import { kind, type Write } from '../../ports/store.ts';

export type Level = 'campaign' | 'adSet' | 'ad';

/** Kept so that a change can be finished after a crash and undone later. */
export interface KeptUpdate {
  readonly account: AccountKey;
  readonly level: Level;
  readonly entityId: string;
  readonly name: string;
  readonly changes: readonly FieldChange[];
  readonly patch: Patch;
  readonly at: number;
  readonly undoneBy?: string;
}

export const updateKind = kind<KeptUpdate>('object-update', { account: 'string', entityId: 'string', at: 'number' });

export const updateWrite = (companyId: string, id: string, doc: KeptUpdate): Write => ({
  kind: updateKind,
  companyId,
  id,
  expect: 'absent',
  doc,
});
