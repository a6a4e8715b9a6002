import type { AccountKey } from '../base/account-key.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';

/** Says that this service has changed budgets or statuses of an account: its version is all that matters. */
export interface AccountChange {
  /** Milliseconds, of the last one. */
  readonly at: number;
}

export const accountChangeKind = kind<AccountChange>('account-change');

/** Grows with every change of the account's budgets and statuses through this service, in whichever process. */
export const changesOf = async (store: Store, companyId: string, key: AccountKey): Promise<number> =>
  (await store.get(accountChangeKind, companyId, key))?.version ?? 0;

/** To be called after a change, also one that failed: what was read before is no longer taken for the present state. */
export async function noteChange(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  key: AccountKey,
): Promise<void> {
  await changeDocument(store, accountChangeKind, companyId, key, () => ({ doc: { at: clock.now() } }));
}
