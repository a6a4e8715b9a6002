import { type AuditRecord, auditKind } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { refusal } from '../../base/refusal.ts';
import { foldEntries } from '../../effects/state.ts';
import { findPlan, readJournal } from '../../launch/journal/journal.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { Store } from '../../ports/store.ts';
import type { Turns } from '../../ports/turns.ts';
import { eachOf } from '../../records/list.ts';

export interface Started {
  readonly type: EntityType;
  readonly id: string;
  /** By its key where that is known, else by its id alone. */
  readonly account: string;
}

interface WhoseStarts {
  readonly by?: string | undefined;
  readonly everyone?: boolean | undefined;
  /** Milliseconds. */
  readonly since?: number | undefined;
}

/** Whose starts are meant where a request names no one: those of the caller. */
export const ownName = ({
  keyId,
  grant,
  plannedBy,
}: Pick<Actor, 'keyId' | 'grant' | 'plannedBy'>): string => plannedBy ?? grant?.id ?? keyId;

/**
 * What a key, person, program or rule has made, launched, copied or switched on, as the audit has
 * it, whatever became of it since. Campaigns come first: with them the most money stops.
 */
export async function startedBy(
  ports: { readonly store: Store; readonly turns?: Turns },
  companyId: string,
  { by, everyone, since }: WhoseStarts,
): Promise<{ readonly objects: readonly Started[]; readonly batches: readonly string[] }> {
  const objects = new Map<string, Started>();
  const batches = new Set<string>();
  const starters = new Set<string>();
  let isKnown = everyone === true;
  const add = (started: Started) =>
    objects.set(`${started.account} ${started.type} ${started.id}`, started);
  await eachOf(ports.store, auditKind, {
    companyId,
    query: since === undefined ? {} : { where: { at: { from: since } } },
    turns: ports.turns,
    see: ({ doc }) => {
      const isTheirs = everyone === true || isBy(doc, by ?? '');
      isKnown ||= isTheirs;
      const isBatch = doc.action === 'batch.launch' || doc.action === 'batch.retry';
      const started = startedIn(doc);
      if (isBatch || started.length > 0) starters.add(doc.keyId);
      if (!isTheirs) return;
      if (isBatch) batches.add(doc.subject);
      started.forEach(add);
    },
  });
  if (!isKnown && since === undefined) throw unknownStarter(by ?? '', [...starters]);
  // Whether the name is known at all is told by what was before.
  if (!isKnown) await startedBy(ports, companyId, { by });
  for (const batchId of batches) (await madeBy(ports.store, companyId, batchId)).forEach(add);
  return {
    objects: [...objects.values()].sort(inOrder),
    batches: [...batches],
  };
}

const ORDER: { readonly [T in EntityType]: number } = { campaign: 0, adset: 1, ad: 2 };

const inOrder = (a: Started, b: Started): number =>
  ORDER[a.type] - ORDER[b.type] || compare(a.account, b.account) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const MOST_NAMED = 8;

function unknownStarter(by: string, starters: readonly string[]) {
  const have = starters.slice(0, MOST_NAMED).join(', ');
  const known = have === '' ? 'Nothing was started here yet.' : `These have: ${have}.`;
  const message = `Nothing is known of “${by}”. Give the id of a key, a person, a program or a rule (automation:…), or a person's address. ${known}`;
  return refusal('not_found', { path: 'by', code: 'unknown_starter', message });
}

/** Whether the one who did it can be asked for by this name. */
function isBy({ keyId, person, details = {} }: AuditRecord, name: string): boolean {
  const { grant, program, plannedBy } = details;
  return (
    [keyId, person, grant, program, plannedBy].includes(name) ||
    person?.endsWith(`<${name}>`) === true
  );
}

/** The objects that an entry says were made, copied or switched on. */
function startedIn({ action, subject, details = {} }: AuditRecord): readonly Started[] {
  const [type, verb] = action.split('.');
  const { adAccountId: account, after, made } = details;
  if (typeof account !== 'string' || (type !== 'campaign' && type !== 'adset' && type !== 'ad'))
    return [];
  const isOn =
    verb === 'status' &&
    typeof after === 'object' &&
    after !== null &&
    'status' in after &&
    after.status === 'ACTIVE';
  if (isOn || verb === 'created') return [{ type, id: subject, account }];
  if (verb !== 'duplicated' || !Array.isArray(made)) return [];
  return made.map((id) => ({ type, id: String(id), account }));
}

/** Campaigns, ad sets and ads that a batch made. */
async function madeBy(
  store: Store,
  companyId: string,
  batchId: string,
): Promise<readonly Started[]> {
  const plan = await findPlan(store, companyId, batchId);
  if (plan === undefined) return [];
  const states = foldEntries(plan.operations, await readJournal(store, companyId, batchId));
  return plan.operations.flatMap(({ id, kind, account }): readonly Started[] => {
    const ref = states.get(id)?.result?.ref;
    const isObject = kind === 'campaign' || kind === 'adset' || kind === 'ad';
    return isObject && typeof ref === 'string' ? [{ type: kind, id: ref, account }] : [];
  });
}
