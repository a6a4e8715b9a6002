import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { findNamed } from '../../accounts/find-account.ts';
import { accountOfKey, adAccountIdOf } from '../../base/account-key.ts';
import { csvLine } from '../../base/csv.ts';
import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Query } from '../../ports/store.ts';
import { eachOf } from '../../records/list.ts';
import { utf8Of } from '../../records/utf8.ts';
import { openedAccount } from './account.ts';
import { answerIn, leadCells, leadHeaders } from './columns.ts';
import type { PassPorts } from './pass.ts';
import { presentLead } from './present.ts';
import {
  documentId,
  type FormRecord,
  formKind,
  type LeadRecord,
  leadKind,
  type StoredLead,
  timeKey,
} from './records.ts';
import type { ErasedQuery, LeadFilters, LeadQuery, LeadRow } from './schema.ts';
import { leadAccount, type WatchPorts } from './watch.ts';

type ListPorts = Pick<ServicePorts, 'store' | 'secrets' | 'clock' | 'platforms'>;

/**
 * Newest first. The place of a lead never changes, so a cursor skips and repeats nothing. Each
 * opening is audited.
 */
export async function listLeads(ports: ListPorts, caller: Actor, query: LeadQuery) {
  const { companyId } = caller;
  const { limit = 50, after } = query;
  const where = await whereOf(ports, companyId, query, after);
  const found = await ports.store.find(leadKind, companyId, {
    where,
    order: { by: 'sort', direction: 'desc' },
    limit: limit + 1,
  });
  const seen = found.items.slice(0, limit);
  const items = seen.filter(isAsked(query));
  await noteOpened(ports, caller, 'list', items.length);
  const data = await presented(ports, companyId, items);
  return {
    success: true as const,
    data,
    after: found.items.length > limit ? (seen[limit - 1]?.doc.sort ?? null) : null,
  };
}

/**
 * Whose answers were erased, so that copies elsewhere can follow: one that is missing from a list
 * is not erased.
 */
export async function listErased(ports: ListPorts, companyId: string, query: ErasedQuery) {
  const { limit = 50, after } = query;
  const where = { ...(await whereOf(ports, companyId, query, after)), state: 'erased' };
  const order = { by: 'sort', direction: 'desc' } as const;
  const { items } = await ports.store.find(leadKind, companyId, { where, order, limit: limit + 1 });
  const seen = items.slice(0, limit);
  const more = items.length > limit ? (seen[limit - 1]?.doc.sort ?? null) : null;
  return { success: true as const, data: seen.map(({ id }) => ({ id })), after: more };
}

export async function getLead(ports: ListPorts, caller: Actor, id: string) {
  const { companyId } = caller;
  const lead = await ports.store.get(leadKind, companyId, id);
  if (lead?.doc.state !== 'kept')
    throw new SlipwayError('not_found', 'There is nothing with this id.');
  await noteOpened(ports, caller, id, 1);
  const [row] = await presented(ports, companyId, [lead]);
  if (row === undefined) throw new SlipwayError('not_found', 'There is nothing with this id.');
  return { success: true as const, lead: row };
}

const BATCH = 200;

/** The columns of a lead, then one for each question. */
export async function leadsCsv(ports: ListPorts, caller: Actor, filters: LeadFilters) {
  const { companyId } = caller;
  const rows: LeadRow[] = [];
  for (let before: string | undefined; ; ) {
    const where = await whereOf(ports, companyId, filters, before);
    const { items } = await ports.store.find(leadKind, companyId, {
      where,
      order: { by: 'sort', direction: 'desc' },
      limit: BATCH,
    });
    rows.push(...(await presented(ports, companyId, items.filter(isAsked(filters)))));
    before = items[items.length - 1]?.doc.sort;
    if (items.length < BATCH) break;
  }
  await noteOpened(ports, caller, 'csv', rows.length);
  return { contentType: 'text/csv; charset=utf-8', filename: 'leads.csv', content: linesOf(rows) };
}

async function* linesOf(rows: readonly LeadRow[]): AsyncGenerator<Uint8Array> {
  const questions = [...new Set(rows.flatMap(({ answers }) => answers.map(({ name }) => name)))];
  yield utf8Of(csvLine([...leadHeaders, ...questions]));
  for (const row of rows)
    yield utf8Of(csvLine([...leadCells(row), ...questions.map((name) => answerIn(row, name))]));
}

/** Counts alone: models may see them. */
export async function countLeads(ports: ListPorts, companyId: string, filters: LeadFilters) {
  const where = await whereOf(ports, companyId, filters);
  const counts = new Map<string, { readonly doc: LeadRecord; leads: number }>();
  let [total, test] = [0, 0];
  await eachOf(ports.store, leadKind, {
    companyId,
    query: { where },
    see: (lead) => {
      if (!isAsked(filters)(lead)) return;
      const { account, formId, origin } = lead.doc;
      const known = counts.get(`${account} ${formId}`) ?? { doc: lead.doc, leads: 0 };
      counts.set(`${account} ${formId}`, known);
      known.leads += 1;
      total += 1;
      if (origin === 'test') test += 1;
    },
  });
  const named = await formNames(
    ports,
    companyId,
    [...counts.values()].map(({ doc }) => doc),
  );
  const data = [...counts.values()].map(({ doc, leads }) => ({
    formId: doc.formId,
    formName: named(doc) ?? null,
    adAccountId: adAccountIdOf(doc.account),
    leads,
  }));
  return { success: true as const, total, test, data };
}

/** As the platform has them now, with how far each was read. */
export async function listForms(
  ports: WatchPorts & PassPorts,
  companyId: string,
  query: { readonly accountId: string },
) {
  const { key } = await leadAccount(ports, companyId, query);
  const account = await openedAccount(ports, companyId, key);
  const forms = account === undefined ? [] : await account.leads.forms(account.access);
  const { platform } = accountOfKey(key);
  const data = await Promise.all(
    forms.map(async ({ id, name, state, owner, held }) => {
      const known = (await ports.store.get(formKind, companyId, documentId(platform, id)))?.doc;
      const readAt = known?.readAt === undefined ? null : new Date(known.readAt).toISOString();
      return {
        id,
        name,
        state,
        page: owner ?? null,
        held: held ?? null,
        readAt,
        problem: known?.problem ?? null,
      };
    }),
  );
  return { success: true as const, data };
}

async function whereOf(
  ports: ListPorts,
  companyId: string,
  query: LeadFilters,
  before?: string,
): Promise<NonNullable<Query<LeadRecord>['where']>> {
  const { accountId, formId, adId, since, test } = query;
  const path = sentName(query, 'accountId');
  const account =
    accountId === undefined
      ? undefined
      : (await findNamed(ports, companyId, accountId, { path })).key;
  const sort = {
    ...(since !== undefined && { from: timeKey(Date.parse(since)) }),
    ...defined({ before }),
  };
  return {
    state: 'kept',
    ...defined({ account, formId, adId }),
    ...(test === true && { origin: 'test' }),
    ...(Object.keys(sort).length > 0 && { sort }),
  };
}

const isAsked =
  ({ test }: LeadFilters) =>
  ({ doc }: Pick<StoredLead, 'doc'>): boolean =>
    test !== false || doc.origin !== 'test';

async function presented(
  ports: ListPorts,
  companyId: string,
  items: readonly StoredLead[],
): Promise<LeadRow[]> {
  const named = await formNames(
    ports,
    companyId,
    items.map(({ doc }) => doc),
  );
  return Promise.all(items.map((lead) => presentLead(ports, companyId, lead, named(lead.doc))));
}

async function formNames(
  { store }: Pick<ListPorts, 'store'>,
  companyId: string,
  docs: readonly LeadRecord[],
) {
  const idOf = ({ account, formId }: LeadRecord) =>
    documentId(accountOfKey(account).platform, formId);
  const ids = [...new Set(docs.map(idOf))];
  const forms = new Map<string, FormRecord | undefined>();
  for (const id of ids) forms.set(id, (await store.get(formKind, companyId, id))?.doc);
  return (doc: LeadRecord): string | undefined => forms.get(idOf(doc))?.form.name;
}

/** Who looked at how many answers. */
async function noteOpened(
  ports: ListPorts,
  caller: Actor,
  subject: string,
  leads: number,
): Promise<void> {
  if (leads > 0)
    await ports.store.commit([
      auditWrite(ports, caller, { action: 'leads.read', subject, details: { leads } }),
    ]);
}
