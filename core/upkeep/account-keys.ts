import { companyKind } from '../access/records.ts';
import { deletedAdKind } from '../accounts/deleted-ads.ts';
import { adAccountKind } from '../accounts/records.ts';
import { type AccountKey, accountKey } from '../base/account-key.ts';
import { accountChangeKind } from '../gate/changes.ts';
import { guardrailsKind } from '../gate/records.ts';
import { budgetSeenKind } from '../gate/seen.ts';
import { launchDefaultsKind } from '../launch/accept/defaults.ts';
import { mediaAssetKind, planKind } from '../launch/journal/records.ts';
import { duplicateKind } from '../manage/duplicate/records.ts';
import {
  type Json,
  type Kind,
  kind,
  type Store,
  type Stored,
  SYSTEM,
  type Write,
} from '../ports/store.ts';
import { allOf, pagesOf } from '../records/list.ts';
import { thumbnailKind } from '../report/thumbnails.ts';

/**
 * Earlier versions kept accounts under bare ids, which two platforms may share; now they are kept
 * under platform and id (core/base/account-key.ts). This upgrades an older database. Of the two
 * platforms then, one writes `act_` before its numbers, the other does not.
 */

/** A finished upgrade of a database. */
export const upgradeKind = kind<{ readonly done: true }>('upgrade');

const ID = 'account-keys';

/** Does nothing on an upgraded database. Several processes may call it at once. */
export async function upgradeAccountKeys(store: Store): Promise<void> {
  if ((await store.get(upgradeKind, SYSTEM, ID)) !== undefined) return;
  for (const { id: companyId } of await allOf(store, companyKind, SYSTEM))
    await upgradeCompany(store, companyId);
  // Another process may have been faster.
  await store.commit([
    { kind: upgradeKind, companyId: SYSTEM, id: ID, expect: 'absent', doc: { done: true } },
  ]);
}

const keyOf = (id: string): AccountKey =>
  id.includes(':') ? (id as AccountKey) : accountKey(formerPlatform(id), id);
const formerPlatform = (id: string): string => (id.startsWith('act_') ? 'primary' : 'short-video');

type Fields = { readonly [field: string]: Json };
type Changed = { readonly id: string; readonly doc: Fields } | 'remove' | undefined;

async function upgradeCompany(store: Store, companyId: string): Promise<void> {
  const accounts = new Set(
    (await allOf(store, adAccountKind, companyId)).map(({ id }) => keyOf(id)),
  );
  const each = (of: Kind, change: (id: string, doc: Fields) => Changed): Promise<void> =>
    upgradeKindOf(store, companyId, of, change);

  await each(adAccountKind, (id, doc) => moved(id, keyOf(id), doc));
  await each(accountChangeKind, (id, doc) => moved(id, keyOf(id), doc));
  // Layers of both platforms were kept with `act_`.
  await each(launchDefaultsKind, (id, doc) => {
    const bare = accountKey('short-video', id.replace(/^act_/, ''));
    return id === 'company'
      ? undefined
      : moved(id, !accounts.has(keyOf(id)) && accounts.has(bare) ? bare : keyOf(id), doc);
  });
  await each(mediaAssetKind, (id, doc) =>
    id.split(':').length === 2 ? moved(id, keyed(id, ':'), doc) : undefined,
  );
  await each(budgetSeenKind, (id, doc) => moved(id, keyed(id, '/'), doc));
  await each(deletedAdKind, (id, { adAccountId, ...doc }) => {
    if (typeof adAccountId !== 'string') return undefined;
    const account = keyOf(adAccountId);
    return { id: `${account}/${id}`, doc: { ...doc, account } };
  });
  await each(guardrailsKind, (id, doc) => ({
    id,
    doc: { ...doc, accounts: withKeys(doc.accounts as Fields, keyOf) },
  }));
  await each(planKind, (id, doc) => ({ id, doc: upgradedPlan(doc) }));
  await each(duplicateKind, (id, { adAccountId, ...doc }) =>
    typeof adAccountId === 'string'
      ? { id, doc: { ...doc, account: keyOf(adAccountId) } }
      : undefined,
  );
  await each(kind('export'), (id, doc) => ({
    id,
    doc: { ...doc, accountIds: (doc.accountIds as readonly string[]).map(keyOf) },
  }));
  // Read again when they are next shown.
  await each(thumbnailKind, (id) => (id.includes('/') ? undefined : 'remove'));
}

const moved = (from: string, to: string, doc: Fields): Changed =>
  from === to ? undefined : { id: to, doc };

/** An id that starts with an account's. */
const keyed = (id: string, separator: string): string => {
  const at = id.indexOf(separator);
  return `${keyOf(id.slice(0, at))}${id.slice(at)}`;
};

const withKeys = (fields: Fields, rename: (name: string) => string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));

function upgradedPlan(plan: Fields): Fields {
  const operations = (plan.operations as readonly Fields[]).map(({ adAccountId, ...operation }) =>
    typeof adAccountId === 'string' ? { ...operation, account: keyOf(adAccountId) } : operation,
  );
  return {
    ...plan,
    operations,
    adSets: withKeys(plan.adSets as Fields, (name) => keyed(name, ' ')),
  };
}

/** Ids alone: all plans of a company would be too much to hold. */
async function idsOf(store: Store, companyId: string, of: Kind): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const items of pagesOf(store, of, companyId, { limit: 100 }))
    ids.push(...items.map(({ id }) => id));
  return ids;
}

/** Each document in a commit of its own: one that changed meanwhile is read again. */
async function upgradeKindOf(
  store: Store,
  companyId: string,
  of: Kind,
  change: (id: string, doc: Fields) => Changed,
): Promise<void> {
  for (const id of await idsOf(store, companyId, of)) {
    for (let isDone = false; !isDone; ) {
      const stored = (await store.get(of, companyId, id)) as Stored<Fields> | undefined;
      const changed = stored && change(id, stored.doc);
      isDone =
        stored === undefined ||
        changed === undefined ||
        (await replaced(store, companyId, { of, stored, changed }));
    }
  }
}

async function replaced(
  store: Store,
  companyId: string,
  {
    of,
    stored,
    changed,
  }: {
    readonly of: Kind;
    readonly stored: Stored<Fields>;
    readonly changed: Exclude<Changed, undefined>;
  },
): Promise<boolean> {
  const { id, version, doc } = stored;
  if (
    changed !== 'remove' &&
    changed.id === id &&
    JSON.stringify(changed.doc) === JSON.stringify(doc)
  )
    return true;
  const removed: Write = { kind: of, companyId, id, expect: version, doc: undefined };
  if (changed === 'remove') return (await store.commit([removed])) === undefined;
  const write = (expect: Write['expect']): Write => ({
    kind: of,
    companyId,
    id: changed.id,
    expect,
    doc: changed.doc,
  });
  if (changed.id === id) return (await store.commit([write(version)])) === undefined;
  // A document under the new key was written by this version, and is newer.
  const newer = await store.get(of, companyId, changed.id);
  return (
    (await store.commit(newer === undefined ? [removed, write('absent')] : [removed])) === undefined
  );
}
