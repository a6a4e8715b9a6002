import type * as v from 'valibot';
import { auditWrite } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { type AccountPorts, findAccount } from '../accounts/find-account.ts';

import { SlipwayError } from '../errors.ts';
import { keptLinkFaults } from '../launch/accept/check-links.ts';
import { refuseFaults } from '../manage/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { allOf, type ListPage, pageOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { type Room, refuseBeyond } from '../records/room.ts';
import type { AdCopyTemplate, adCopyTemplateChanges, newAdCopyTemplate, OlderListQuery } from '../schema/ad-copy-templates.ts';
import type { PageWindow } from '../schema/envelope.ts';

/** Texts that are used again and again: headlines, primary texts and what goes with them. */
interface TemplateRecord {
  readonly name: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly cta?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly utmTags?: string | null | undefined;
  readonly adAccountIds?: readonly string[] | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const adCopyTemplateKind = kind<TemplateRecord>('ad-copy-template', { createdAt: 'number' });

const room: Room<TemplateRecord> = {
  kind: adCopyTemplateKind,
  most: 1_000,
  what: 'ad copy templates',
  code: 'too_many_templates',
};

interface Ports extends AccountPorts {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export function createAdCopyTemplate(
  ports: Ports,
  caller: Caller,
  request: v.InferOutput<typeof newAdCopyTemplate>,
  once: Once = unkeyed(ports.store),
): Promise<AdCopyTemplate> {
  return once.inOneCommit(async (conclude) => {
    await refuseFaulty(ports, caller.companyId, request);
    await refuseBeyond(ports.store, caller.companyId, room);
    const id = randomId(ports.secrets, 'tpl');
    const now = ports.clock.now();
    const doc: TemplateRecord = { ...request, createdAt: now, updatedAt: now };
    const created = shown(id, doc);
    await conclude(
      [
        { kind: adCopyTemplateKind, companyId: caller.companyId, id, expect: 'absent', doc },
        auditWrite(ports, caller, 'ad-copy-template.create', id, { name: doc.name }),
      ],
      created,
    );
    return created;
  });
}

/** A company's templates, the newest first. */
export async function listAdCopyTemplates(
  ports: Pick<Ports, 'store'>,
  companyId: string,
  window: PageWindow,
): Promise<ListPage<AdCopyTemplate>> {
  const query = { order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(ports.store, adCopyTemplateKind, companyId, query, window);
  return { items: items.map(({ id, doc }) => shown(id, doc)), total };
}

export async function readAdCopyTemplate(ports: Pick<Ports, 'store'>, companyId: string, id: string): Promise<AdCopyTemplate> {
  const template = await ports.store.get(adCopyTemplateKind, companyId, id);
  if (template === undefined) throw missing();
  return shown(id, template.doc);
}

/** Replaces the members that are given; null empties one that may be absent. */
export async function changeAdCopyTemplate(
  ports: Ports,
  caller: Caller,
  id: string,
  changes: v.InferOutput<typeof adCopyTemplateChanges>,
): Promise<AdCopyTemplate> {
  await refuseFaulty(ports, caller.companyId, changes);
  await changeDocument(ports.store, adCopyTemplateKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return {
      doc: { ...current.doc, ...given, updatedAt: ports.clock.now() },
      also: [auditWrite(ports, caller, 'ad-copy-template.change', id, { fields: Object.keys(given) })],
    };
  });
  return readAdCopyTemplate(ports, caller.companyId, id);
}

export async function deleteAdCopyTemplate(ports: Ports, caller: Caller, id: string): Promise<void> {
  await changeDocument(ports.store, adCopyTemplateKind, caller.companyId, id, (current) => {
    if (current === undefined) throw missing();
    return { doc: undefined, also: [auditWrite(ports, caller, 'ad-copy-template.delete', id, { name: current.doc.name })] };
  });
}

/** The same rows as the older surface pages and sorts them. */
export async function olderAdCopyTemplates(ports: Pick<Ports, 'store'>, companyId: string, query: OlderListQuery) {
  const { page = 1, pageSize = 20, sortBy = 'createdAt', sortOrder = 'desc' } = query;
  const sign = sortOrder.toLowerCase() === 'asc' ? 1 : -1;
  const rows = (await allOf(ports.store, adCopyTemplateKind, companyId)).map(({ id, doc }) => shown(id, doc));
  rows.sort((a, b) => sign * (a[sortBy] < b[sortBy] ? -1 : a[sortBy] > b[sortBy] ? 1 : a.id < b.id ? -1 : 1));
  return {
    data: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: { page, pageSize, total: rows.length, totalPages: Math.ceil(rows.length / pageSize) },
  };
}

const missing = (): SlipwayError =>
  new SlipwayError('not_found', 'There is no such template. GET /v1/ad-copy-templates lists yours.');

const shown = (id: string, doc: TemplateRecord): AdCopyTemplate => ({
  id,
  name: doc.name,
  titles: [...doc.titles],
  descriptions: [...doc.descriptions],
  cta: doc.cta ?? null,
  link: doc.link ?? null,
  utmTags: doc.utmTags ?? null,
  adAccountIds: [...(doc.adAccountIds ?? [])],
  createdAt: new Date(doc.createdAt).toISOString(),
  updatedAt: new Date(doc.updatedAt).toISOString(),
});

/** Better told now than by the launch that uses the template. */
async function refuseFaulty(
  ports: AccountPorts,
  companyId: string,
  { link, utmTags, adAccountIds = [] }: v.InferOutput<typeof adCopyTemplateChanges>,
): Promise<void> {
  const accounts = await Promise.all(
    adAccountIds.map((id, i) => findAccount(ports, companyId, id, { path: `adAccountIds[${i}]` })),
  );
  const unknown = accounts.flatMap((account, i) =>
    account !== undefined
      ? []
      : [
          {
            path: `adAccountIds[${i}]`,
            code: 'unknown_ad_account',
            message: 'No such ad account. GET /v1/adaccounts lists yours.',
          },
        ],
  );
  refuseFaults([...keptLinkFaults({ link, utmTags }), ...unknown]);
}
