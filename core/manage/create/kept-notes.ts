import type { AccountKey } from '../../base/account-key.ts';
import { type Json, kind, type Store, type Write } from '../../ports/store.ts';

/**
 * What a request for a campaign said that its platform keeps on ad sets. Ad sets created here take
 * it over. Id: account and campaign; the content is the platform's.
 */
type KeptNotes = { readonly [field: string]: Json };

export const keptNotesKind = kind<KeptNotes>('campaign-settings');

const notesId = (account: AccountKey, campaignId: string) => `${account}/${campaignId}`;

export const keptNotesWrite = (
  companyId: string,
  account: AccountKey,
  campaignId: string,
  doc: KeptNotes,
): Write => ({
  kind: keptNotesKind,
  companyId,
  id: notesId(account, campaignId),
  expect: 'absent',
  doc,
});

export async function readKeptNotes(
  store: Store,
  companyId: string,
  account: AccountKey,
  campaignId: string,
): Promise<KeptNotes | undefined> {
  const stored =
    (await store.get(keptNotesKind, companyId, notesId(account, campaignId))) ??
    // Kept before accounts had their platform in their keys.
    (await store.get(keptNotesKind, companyId, campaignId));
  return stored?.doc;
}
