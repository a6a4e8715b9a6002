import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { approvalKind } from '../approvals/records.ts';
import { executionKind, ruleKind } from '../automations/records.ts';
import { commentKind, threadKind } from '../comments/records.ts';
import { uploadKind } from '../conversions/records.ts';
import { findPlan } from '../launch/journal/journal.ts';
import { type BatchRecord, batchKind, draftKind, type JournalEntry, journalKind, planKind } from '../launch/journal/records.ts';
import { duplicateKind } from '../manage/duplicate/records.ts';
import { updateKind } from '../manage/update/kept-update.ts';
import { type NotificationRecord, notificationKind } from '../notifications/records.ts';
import type { Document, Kind, Page, Query, Store, Stored } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { exportKind } from '../report/export/records.ts';

/** Whether a document is about ad accounts that are all in view. */
type Look = (found: Stored<Document>, view: View) => Promise<boolean>;

interface View {
  hasAccount(key: string): Promise<boolean>;
  hasBatch(id: string): Promise<boolean>;
}

const byAccount: Look = ({ doc }, { hasAccount }) => hasAccount((doc as { readonly account: string }).account);
const byBatch: Look = ({ id }, { hasBatch }) => hasBatch(id);

/** Of what needs a role in the whole company, lists that are put together from several things show nothing. */
const never: Look = async () => false;

/** What is hidden with the ad accounts it is about, by kind. All else is shared by the whole company. */
const looks: { readonly [kind: string]: Look | undefined } = {
  [batchKind.name]: byBatch,
  [planKind.name]: byBatch,
  [draftKind.name]: byBatch,
  [journalKind.name]: ({ doc }, { hasBatch }) => hasBatch((doc as JournalEntry).batch),
  [duplicateKind.name]: byAccount,
  [updateKind.name]: byAccount,
  ...Object.fromEntries(
    [approvalKind, ruleKind, executionKind, commentKind, threadKind, uploadKind].map(({ name }) => [name, never]),
  ),
  [notificationKind.name]: async ({ doc }, { hasAccount, hasBatch }) => {
    const { batch, account } = doc as NotificationRecord;
    if (batch !== undefined) return hasBatch(batch);
    return account !== undefined && hasAccount(account);
  },
  [exportKind.name]: ({ doc }, { hasAccount }) =>
    everyOne((doc as { readonly accountIds: readonly string[] }).accountIds, hasAccount),
};

/**
 * The store of a company as somebody sees it who has a role in some of its workspaces: ad accounts of the others are
 * not there, nor is what was launched, copied, changed or exported on them. Writing is as before: what was found may be
 * written, and what is new has no workspace yet.
 */
export function withinWorkspaces(store: Store, ownCompany: string, workspaces: readonly string[]): Store {
  const batches = new Map<string, Promise<boolean>>();
  const isOpen = ({ workspaceId }: AdAccountRecord): boolean => workspaces.includes(workspaceId);
  const view: View = {
    async hasAccount(key) {
      const account = await store.get(adAccountKind, ownCompany, key);
      return account !== undefined && isOpen(account.doc);
    },
    hasBatch(id) {
      const known = batches.get(id) ?? looksInto(id);
      batches.set(id, known);
      return known;
    },
  };

  /** A draft has no plan yet, and is everybody's. */
  async function looksInto(id: string): Promise<boolean> {
    // A large one is kept in pages: all of them say which accounts it is about.
    const plan = await findPlan(store, ownCompany, id);
    if (plan !== undefined) return everyOne([...new Set(plan.operations.map(({ account }) => account))], view.hasAccount);
    const batch: BatchRecord | undefined = (await store.get(batchKind, ownCompany, id))?.doc;
    return batch === undefined || batch.rawStatus === 'Draft';
  }

  const lookAt = (kind: Kind, companyId: string): ((found: Stored<Document>) => Promise<boolean>) | undefined => {
    if (companyId !== ownCompany) return undefined;
    if (kind.name === adAccountKind.name) return async ({ doc }) => isOpen(doc as AdAccountRecord);
    const look = looks[kind.name];
    return look && ((found) => look(found, view));
  };

  return {
    async get(kind, companyId, id) {
      const found = await store.get(kind, companyId, id);
      const isSeen = lookAt(kind, companyId);
      return found === undefined || isSeen === undefined || (await isSeen(found)) ? found : undefined;
    },
    async find(kind, companyId, query = {}) {
      const isSeen = lookAt(kind, companyId);
      return isSeen === undefined ? store.find(kind, companyId, query) : pageOfSeen(store, kind, companyId, query, isSeen);
    },
    async count(kind, companyId, query = {}) {
      const isSeen = lookAt(kind, companyId);
      if (isSeen === undefined) return store.count(kind, companyId, query);
      const all: Stored<Document>[] = [];
      await eachOf(store, kind, companyId, query, (found) => all.push(found));
      let seen = 0;
      for (const found of all) if (await isSeen(found)) seen += 1;
      return seen;
    },
    commit: (writes) => store.commit(writes),
    close: () => store.close(),
  };
}

/** One page of those that are seen. Never more is read at a time than still fits, so that `next` is where the page ends. */
async function pageOfSeen<T extends Document>(
  store: Store,
  kind: Kind<T>,
  companyId: string,
  { offset = 0, limit = 100, ...query }: Query<T>,
  isSeen: (found: Stored<Document>) => Promise<boolean>,
): Promise<Page<T>> {
  const items: Stored<T>[] = [];
  let passed = 0;
  let after = query.after;
  for (;;) {
    const isPassing = passed < offset;
    const room = isPassing ? offset - passed : limit - items.length;
    if (room === 0) return after === undefined ? { items } : { items, next: after };
    const page: Page<T> = await store.find(kind, companyId, { ...query, limit: room, ...(after !== undefined && { after }) });
    for (const found of page.items) {
      if (!(await isSeen(found))) continue;
      if (isPassing) passed += 1;
      else items.push(found);
    }
    after = page.next;
    if (after === undefined) return { items };
  }
}

async function everyOne(keys: readonly string[], has: (key: string) => Promise<boolean>): Promise<boolean> {
  for (const key of keys) if (!(await has(key))) return false;
  return true;
}
