import { keysFor } from '../accounts/find-account.ts';
import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { SlipwayError } from '../base/errors.ts';
import { adCopyTemplateKind, type TemplateRecord } from '../features/ad-copy/ad-copy.ts';
import { approvalKind } from '../features/approvals/records.ts';
import { executionKind, ruleKind } from '../features/automations/records.ts';
import { commentKind, threadKind } from '../features/comments/records.ts';
import { uploadKind } from '../features/conversions/records.ts';
import { adAssetKind, shownAdKind } from '../features/creatives/records.ts';
import { accountsNamedIn } from '../features/drafts/content.ts';
import { exportKind } from '../features/exports/records.ts';
import { type NotificationRecord, notificationKind } from '../features/notifications/records.ts';
import { type SheetBatch, sheetBatchKind } from '../features/row-claims/records.ts';
import { type SavedReportRecord, savedReportKind } from '../features/saved-reports/records.ts';
import { findPlan } from '../launch/journal/journal.ts';
import {
  type BatchRecord,
  batchKind,
  type DraftRecord,
  draftKind,
  type JournalEntry,
  journalKind,
  planKind,
} from '../launch/journal/records.ts';
import { duplicateKind } from '../manage/duplicate/records.ts';
import { updateKind } from '../manage/update/kept-update.ts';
import { type PlatformDefinition, platformNamed } from '../ports/platform-definition.ts';
import type { Document, Kind, Page, Query, Store, Stored, Write } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { partOf } from './whole-store.ts';

/** Whether a document is about ad accounts that are all in view. */
type Look = (found: Stored<Document>, view: View) => Promise<boolean>;

interface View {
  hasAccount(key: string): Promise<boolean>;
  /** The account that a text means, in any spelling; not where it may mean one of another workspace as well. */
  hasNamed(text: string, platform?: string): Promise<boolean>;
  hasBatch(id: string): Promise<boolean>;
  hasDraft(id: string, draft: DraftRecord): Promise<boolean>;
}

const byAccount: Look = ({ doc }, { hasAccount }) => hasAccount((doc as { readonly account: string }).account);
const byBatch: Look = ({ id }, { hasBatch }) => hasBatch(id);

/** Of what needs a role in the whole company, lists that are put together from several things show nothing. */
const never: Look = async () => false;

/** What is hidden with the ad accounts it is about, by kind. All else is shared by the whole company. */
const looks: { readonly [kind: string]: Look | undefined } = {
  [batchKind.name]: byBatch,
  [planKind.name]: byBatch,
  [draftKind.name]: ({ id, doc }, { hasDraft }) => hasDraft(id, doc as DraftRecord),
  [sheetBatchKind.name]: ({ doc }, { hasBatch }) => hasBatch((doc as SheetBatch).batchId),
  [journalKind.name]: ({ doc }, { hasBatch }) => hasBatch((doc as JournalEntry).batch),
  ...Object.fromEntries([duplicateKind, updateKind, adAssetKind, shownAdKind].map(({ name }) => [name, byAccount])),
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
  [savedReportKind.name]: ({ doc }, { hasNamed }) => everyOne((doc as SavedReportRecord).query.accountIds ?? [], hasNamed),
  // A template for ad accounts is there where one of them is.
  [adCopyTemplateKind.name]: async ({ doc }, { hasNamed }) => {
    const { adAccountIds = [] } = doc as TemplateRecord;
    return adAccountIds.length === 0 || !(await everyOne(adAccountIds, async (text) => !(await hasNamed(text))));
  },
};

/** What the documents themselves do not say: their batch does, which is there before them or with them. */
const OF_BATCHES: readonly string[] = [batchKind, planKind, journalKind, sheetBatchKind].map(({ name }) => name);

/** Who looks, and where a role of theirs is enough. */
interface Viewer {
  readonly companyId: string;
  readonly keyId: string;
  readonly workspaces: readonly string[];
  readonly definitions: readonly PlatformDefinition[];
}

/**
 * The store of a company as a person sees it who has a role in some of its workspaces: ad accounts of the others are
 * not there, nor is what was drafted, launched, copied, changed or exported on them. Only what was found can be changed,
 * and what a write leaves behind must be in view as well. A draft without an ad account is in the view of its author.
 */
export function withinWorkspaces(store: Store, { companyId: ownCompany, keyId, workspaces, definitions }: Viewer): Store {
  const batches = new Map<string, Promise<boolean>>();
  const isOpen = ({ workspaceId }: AdAccountRecord): boolean => workspaces.includes(workspaceId);
  const view: View = {
    async hasAccount(key) {
      const account = await store.get(adAccountKind, ownCompany, key);
      return account !== undefined && isOpen(account.doc);
    },
    async hasNamed(text, platform) {
      const keys = keysFor(definitions, text, platform === undefined ? undefined : platformNamed(definitions, platform)?.id);
      const found = await Promise.all(keys.map((key) => store.get(adAccountKind, ownCompany, key)));
      const accounts = found.flatMap((account) => (account === undefined ? [] : [account.doc]));
      return accounts.length > 0 && accounts.every(isOpen);
    },
    hasBatch(id) {
      const known = batches.get(id) ?? looksInto(id);
      batches.set(id, known);
      return known;
    },
    hasDraft: async (id, draft) => seesDraft(draft, (await store.get(batchKind, ownCompany, id))?.doc.createdBy),
  };

  async function looksInto(id: string): Promise<boolean> {
    // A large one is kept in pages: all of them say which accounts it is about.
    const plan = await findPlan(store, ownCompany, id);
    if (plan !== undefined) return everyOne([...new Set(plan.operations.map(({ account }) => account))], view.hasAccount);
    const batch: BatchRecord | undefined = (await store.get(batchKind, ownCompany, id))?.doc;
    const draft = batch?.rawStatus === 'Draft' ? await store.get(draftKind, ownCompany, id) : undefined;
    return draft !== undefined && seesDraft(draft.doc, batch?.createdBy);
  }

  async function seesDraft({ body }: DraftRecord, author: string | undefined): Promise<boolean> {
    const named = accountsNamedIn(body);
    if (named.length === 0) return author === keyId;
    for (const { text, platform } of named) if (!(await view.hasNamed(text, platform))) return false;
    return true;
  }

  /** Throws `forbidden` for a document that would be about ad accounts which are not in view. */
  async function refuseBeyond(writes: readonly Write[]): Promise<void> {
    const authors = new Map(
      writes.flatMap(({ kind, id, doc }) =>
        kind.name === batchKind.name ? [[id, (doc as BatchRecord | undefined)?.createdBy]] : [],
      ),
    );
    for (const { kind, companyId, id, doc } of writes) {
      const isSeen = doc === undefined || OF_BATCHES.includes(kind.name) ? undefined : lookAt(kind, companyId);
      if (doc === undefined || isSeen === undefined) continue;
      const isOwn =
        kind.name === draftKind.name && authors.has(id)
          ? await seesDraft(doc as DraftRecord, authors.get(id))
          : await isSeen({ id, version: 0, doc });
      if (!isOwn) throw outside();
    }
  }

  const lookAt = (kind: Kind, companyId: string): ((found: Stored<Document>) => Promise<boolean>) | undefined => {
    if (companyId !== ownCompany) return undefined;
    if (kind.name === adAccountKind.name) return async ({ doc }) => isOpen(doc as AdAccountRecord);
    const look = looks[kind.name];
    return look && ((found) => look(found, view));
  };

  const reads: Omit<Store, 'commit' | 'close'> = {
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
  };
  return partOf(store, reads, refuseBeyond);
}

function outside(): SlipwayError {
  const message =
    'This is about ad accounts that are not in your workspaces, or about none. GET /v1/adaccounts lists yours: name one of them, or ask an admin for a role in the whole company.';
  return new SlipwayError('forbidden', message, {
    details: [{ path: '', code: 'outside_workspaces', message, hint: 'ask-admin' }],
  });
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
