import type { AccountKey } from '../base/account-key.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';

/** This service has changed budgets or statuses of an account: only its version matters. */
interface AccountChange {
  readonly at: number;
}

export const accountChangeKind = kind<AccountChange>('account-change');

/** Grows with every change of the account's budgets and statuses through this service. */
export const changesOf = async (
  store: Store,
  companyId: string,
  key: AccountKey,
): Promise<number> => (await store.get(accountChangeKind, companyId, key))?.version ?? 0;

/** Call it after a change, also a failed one: what was read before is stale. */
export async function noteChange(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  key: AccountKey,
): Promise<void> {
  await changeDocument(store, accountChangeKind, {
    companyId,
    id: key,
    change: () => ({ doc: { at: clock.now() } }),
  });
}
