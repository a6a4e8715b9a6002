import { partOf } from '../access/whole-store.ts';
import { SlipwayError } from '../base/errors.ts';
import { type PlatformDefinition, platformNamed } from '../ports/platform-definition.ts';
import type { Document, Kind, Page, Query, Store, Stored, Write } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { keysFor } from './find-account.ts';
import { type AdAccountRecord, adAccountKind } from './records.ts';

/** What a person with roles in some workspaces sees, for deciding about a kind of document. */
export interface View {
  readonly companyId: string;
  readonly keyId: string;
  /** Of the whole company. */
  readonly store: Store;
  hasAccount(key: string): Promise<boolean>;
  /** By any spelling; false where the text may also mean an account of another workspace. */
  hasNamed(text: string, platform?: string): Promise<boolean>;
  /** By the rule of its kind. */
  has(kind: Kind, id: string): Promise<boolean>;
  /** As it is, or as the judged commit would leave it. */
  read<T extends Document>(kind: Kind<T>, id: string): Promise<T | undefined>;
}

/**
 * A kind whose documents are hidden with their ad accounts. Kinds without an entry are shared by
 * the whole company.
 */
export interface Seen<T extends Document = Document> {
  readonly kind: Kind<T>;
  /** Whether all ad accounts of a document are in view. */
  isSeen(found: Stored<T>, view: View): Promise<boolean>;
  /**
   * Writes are not judged by it: another document, before or with them, says what they are about.
   */
  readonly isWrittenFreely?: true;
}

export interface SeenHooks {
  readonly seen: readonly Seen[];
}

export const seen = <T extends Document>(kind: Kind<T>, isSeen: Seen<T>['isSeen']): Seen =>
  ({ kind, isSeen }) as unknown as Seen;

/** For documents that name their ad account. */
export const seenByAccount = <T extends { readonly account: string }>(kind: Kind<T>): Seen =>
  seen(kind, ({ doc }, { hasAccount }) => hasAccount(doc.account));

/** For kinds that need a role in the whole company. */
export const neverSeen = <T extends Document>(kind: Kind<T>): Seen => seen(kind, async () => false);

interface Viewer {
  readonly companyId: string;
  readonly keyId: string;
  readonly workspaces: readonly string[];
  readonly definitions: readonly PlatformDefinition[];
  readonly seen: readonly Seen[];
}

/**
 * A company's store as a person with roles in some workspaces sees it: without ad accounts of the
 * others, and without their drafts, launches, copies, changes and exports. Only what was found can
 * be changed, and a write's result must be in view as well. A draft without an ad account is in its
 * author's view.
 */
export function withinWorkspaces(
  whole: Store,
  { companyId: ownCompany, keyId, workspaces, definitions, seen }: Viewer,
): Store {
  const byKind = new Map(seen.map((each) => [each.kind.name, each]));
  const isOpen = ({ workspaceId }: AdAccountRecord): boolean => workspaces.includes(workspaceId);

  /** @param writes what a commit would change */
  function viewWith(writes: readonly Write[]): View {
    const known = new Map<string, Promise<boolean>>();
    const view: View = {
      companyId: ownCompany,
      keyId,
      store: whole,
      async hasAccount(key) {
        const account = await whole.get(adAccountKind, ownCompany, key);
        return account !== undefined && isOpen(account.doc);
      },
      async hasNamed(text, platform) {
        const keys = keysFor(
          definitions,
          text,
          platform === undefined ? undefined : platformNamed(definitions, platform)?.id,
        );
        const found = await Promise.all(
          keys.map((key) => whole.get(adAccountKind, ownCompany, key)),
        );
        const accounts = found.flatMap((account) => (account === undefined ? [] : [account.doc]));
        return accounts.length > 0 && accounts.every(isOpen);
      },
      has(kind, id) {
        const key = `${kind.name} ${id}`;
        const answer = known.get(key) ?? looksAt(kind, id);
        known.set(key, answer);
        return answer;
      },
      async read<T extends Document>(kind: Kind<T>, id: string) {
        const written = writes.find((write) => write.kind.name === kind.name && write.id === id);
        // A write of this kind has its documents.
        return written === undefined
          ? (await whole.get(kind, ownCompany, id))?.doc
          : (written.doc as T | undefined);
      },
    };
    async function looksAt(kind: Kind, id: string): Promise<boolean> {
      const found = await whole.get(kind, ownCompany, id);
      return found !== undefined && ((await byKind.get(kind.name)?.isSeen(found, view)) ?? true);
    }
    return view;
  }
  const present = viewWith([]);

  /** Throws `forbidden` for a document about ad accounts out of view. */
  async function refuseBeyond(writes: readonly Write[]): Promise<void> {
    const view = viewWith(writes);
    for (const { kind, companyId, id, doc } of writes) {
      if (doc === undefined || byKind.get(kind.name)?.isWrittenFreely) continue;
      const isSeen = lookAt(kind, companyId, view);
      if (isSeen !== undefined && !(await isSeen({ id, version: 0, doc }))) throw outside();
    }
  }

  const lookAt = (
    kind: Kind,
    companyId: string,
    view: View,
  ): ((found: Stored<Document>) => Promise<boolean>) | undefined => {
    if (companyId !== ownCompany) return undefined;
    if (kind.name === adAccountKind.name) return async ({ doc }) => isOpen(doc as AdAccountRecord);
    const rule = byKind.get(kind.name);
    return rule && ((found) => rule.isSeen(found, view));
  };

  const reads: Omit<Store, 'commit' | 'close'> = {
    async get(kind, companyId, id) {
      const found = await whole.get(kind, companyId, id);
      const isSeen = lookAt(kind, companyId, present);
      return found === undefined || isSeen === undefined || (await isSeen(found))
        ? found
        : undefined;
    },
    async find(kind, companyId, query = {}) {
      const isSeen = lookAt(kind, companyId, present);
      return isSeen === undefined
        ? whole.find(kind, companyId, query)
        : pageOfSeen(whole, kind, { companyId, query, isSeen });
    },
    async count(kind, companyId, query = {}) {
      const isSeen = lookAt(kind, companyId, present);
      if (isSeen === undefined) return whole.count(kind, companyId, query);
      const all: Stored<Document>[] = [];
      await eachOf(whole, kind, { companyId, query, see: (found) => all.push(found) });
      let seen = 0;
      for (const found of all) if (await isSeen(found)) seen += 1;
      return seen;
    },
  };
  return partOf(whole, reads, refuseBeyond);
}

function outside(): SlipwayError {
  const message =
    'This is about ad accounts that are not in your workspaces, or about none. Name one of yours, or ask an admin for a role in the whole company.';
  return new SlipwayError('forbidden', message, {
    details: [{ path: '', code: 'outside_workspaces', message, hint: 'ask-admin' }],
  });
}

/** Never reads more than still fits, so that `next` is where the page ends. */
async function pageOfSeen<T extends Document>(
  store: Store,
  kind: Kind<T>,
  seen: {
    readonly companyId: string;
    readonly query: Query<T>;
    readonly isSeen: (found: Stored<Document>) => Promise<boolean>;
  },
): Promise<Page<T>> {
  const {
    companyId,
    query: { offset = 0, limit = 100, ...query },
    isSeen,
  } = seen;
  const items: Stored<T>[] = [];
  let passed = 0;
  let after = query.after;
  for (;;) {
    const isPassing = passed < offset;
    const room = isPassing ? offset - passed : limit - items.length;
    if (room === 0) return after === undefined ? { items } : { items, next: after };
    const page: Page<T> = await store.find(kind, companyId, {
      ...query,
      limit: room,
      ...(after !== undefined && { after }),
    });
    for (const found of page.items) {
      if (!(await isSeen(found))) continue;
      if (isPassing) passed += 1;
      else items.push(found);
    }
    after = page.next;
    if (after === undefined) return { items };
  }
}

export async function everyOne(
  keys: readonly string[],
  has: (key: string) => Promise<boolean>,
): Promise<boolean> {
  for (const key of keys) if (!(await has(key))) return false;
  return true;
}
