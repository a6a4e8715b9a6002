import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import { beforeAndAfter } from '../../access/before-and-after.ts';
import type { Actor } from '../../access/caller.ts';
import { type AccountPorts, findAccount } from '../../accounts/find-account.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { refuseFaults } from '../../base/refusal.ts';
import { namedDocuments, toldTimes } from '../../operations/named-documents.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { changeDocument } from '../../records/change.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { type Room, refuseBeyond } from '../../records/room.ts';
import type { FilterConditions } from './matching.ts';
import { commentFilterKind, type FilterRecord } from './records.ts';
import type { CommentFilter, commentFilterChanges, newCommentFilter } from './schema.ts';
import { watchComments } from './watch.ts';

const room: Room<FilterRecord> = {
  kind: commentFilterKind,
  most: 100,
  what: 'comment filters',
  code: 'too_many_filters',
};

type FilterPorts = Pick<
  ServicePorts,
  'store' | 'platforms' | 'clock' | 'secrets' | 'jobs' | 'events'
>;

const kept = /* @__PURE__ */ namedDocuments<FilterRecord, CommentFilter>({
  kind: commentFilterKind,
  room,
  prefix: 'cf',
  noun: 'comment-filter',
  order: 'asc',
  missing: 'There is no such comment filter.',
  hint: 'commentFilters.list',
  shown: presentFilter,
});

/** A new filter is a dry run. */
async function createFilter(
  ports: FilterPorts,
  caller: Actor,
  { name, accountIds, when = 'any', ...given }: v.InferOutput<typeof newCommentFilter>,
  once: Once = unkeyed(ports.store),
): Promise<CommentFilter> {
  const { companyId, keyId } = caller;
  const created = await once.inOneCommit<CommentFilter>(async (conclude) => {
    refuseWithoutCondition(given);
    await refuseBeyond(ports.store, companyId, room);
    const accounts = await accountsNamed(ports, companyId, accountIds);
    const now = ports.clock.now();
    const id = randomId(ports.secrets, 'cf');
    const doc: FilterRecord = {
      name,
      mode: 'dry-run',
      when,
      ...given,
      ...(accounts !== undefined && accounts.length > 0 && { accounts }),
      since: now,
      keyId,
      hidden: 0,
      flagged: 0,
      createdAt: now,
      updatedAt: now,
    };
    const shown = presentFilter(id, doc);
    const audit = auditWrite(ports, caller, {
      action: 'comment-filter.create',
      subject: id,
      details: { name },
    });
    await conclude(
      [{ kind: commentFilterKind, companyId, id, expect: 'absent', doc }, audit],
      shown,
    );
    return shown;
  });
  await watchComments(ports, companyId);
  return created;
}

const DRY_RUN_FIRST =
  'New conditions are tried in a dry run first. Change them, look at what is flagged, then set the mode to on.';

const AUDITED = [
  'name',
  'mode',
  'words',
  'links',
  'scripts',
  'firstTime',
  'when',
  'accountIds',
] as const;

/** A filter with other conditions is a dry run again; another request switches it on. */
async function changeFilter(
  ports: FilterPorts,
  caller: Actor,
  id: string,
  { accountIds, mode, ...given }: v.InferOutput<typeof commentFilterChanges>,
): Promise<CommentFilter> {
  const { companyId, keyId } = caller;
  const accounts = await accountsNamed(ports, companyId, accountIds);
  const { name: _, ...conditions } = given;
  const hasConditions = accounts !== undefined || Object.keys(defined(conditions)).length > 0;
  if (hasConditions && mode !== undefined && mode !== 'dry-run')
    refuseFaults([{ path: 'mode', code: 'dry_run_first', message: DRY_RUN_FIRST }]);
  await kept.stored(ports.store, companyId, id);
  await changeDocument(ports.store, commentFilterKind, {
    companyId,
    id,
    change: (current) => {
      if (current === undefined) return { doc: undefined };
      const now = ports.clock.now();
      const sent = defined(given);
      const { accounts: formerly, ...before } = current.doc;
      const nextMode = hasConditions ? 'dry-run' : (mode ?? before.mode);
      const wanted = accounts ?? formerly ?? [];
      const isNew = hasConditions || nextMode !== before.mode;
      const doc: FilterRecord = {
        ...before,
        ...sent,
        mode: nextMode,
        keyId,
        updatedAt: now,
        ...(wanted.length > 0 && { accounts: wanted }),
        ...(isNew && { since: now, hidden: 0, flagged: 0 }),
      };
      refuseWithoutCondition(doc);
      const changed = beforeAndAfter(
        presentFilter(id, current.doc),
        presentFilter(id, doc),
        AUDITED,
      );
      const told = { fields: Object.keys(sent), mode: nextMode, ...changed };
      return {
        doc,
        also: [
          auditWrite(ports, caller, {
            action: 'comment-filter.change',
            subject: id,
            details: told,
          }),
        ],
      };
    },
  });
  await watchComments(ports, companyId);
  return kept.read(ports, companyId, id);
}

export const filters = { ...kept, create: createFilter, change: changeFilter };

/** Throws with every unknown id. */
export async function accountsNamed(
  ports: AccountPorts,
  companyId: string,
  accountIds: readonly string[] | undefined,
): Promise<readonly AccountKey[] | undefined> {
  if (accountIds === undefined) return undefined;
  const found = await Promise.all(
    accountIds.map((id, i) => findAccount(ports, companyId, id, { path: `accountIds[${i}]` })),
  );
  const unknown = { code: 'unknown_ad_account', message: 'No such ad account.' };
  refuseFaults(
    found.flatMap((account, i) =>
      account === undefined ? [{ path: `accountIds[${i}]`, ...unknown }] : [],
    ),
  );
  return found.flatMap((account) => account?.key ?? []);
}

/** Without a condition a filter matches nothing, or with `all` everything. */
export function refuseWithoutCondition({
  words = [],
  links,
  scripts = [],
  firstTime,
}: Omit<FilterConditions, 'when'>): void {
  if (words.length > 0 || scripts.length > 0 || links || firstTime) return;
  refuseFaults([
    {
      path: 'words',
      code: 'no_condition',
      message: 'Say what to look for: words, links, scripts or firstTime.',
    },
  ]);
}

function presentFilter(id: string, doc: FilterRecord): CommentFilter {
  return {
    id,
    name: doc.name,
    mode: doc.mode,
    words: [...(doc.words ?? [])],
    links: doc.links ?? false,
    scripts: [...(doc.scripts ?? [])],
    firstTime: doc.firstTime ?? false,
    when: doc.when,
    accountIds: (doc.accounts ?? []).map(adAccountIdOf),
    since: new Date(doc.since).toISOString(),
    hidden: doc.hidden,
    flagged: doc.flagged,
    ...toldTimes(doc),
  };
}
