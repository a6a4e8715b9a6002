import { type AccountPorts, findAccount } from '../../accounts/find-account.ts';
import type { Fault } from '../../base/errors.ts';
import { keptLinkFaults } from '../../launch/accept/check-links.ts';
import {
  type NamedPorts,
  type NamedRecord,
  namedDocuments,
  toldTimes,
  toldUse,
} from '../../operations/named-documents.ts';
import { kind, type Store } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import type { AdCopyTemplate, OlderListQuery } from './schema.ts';

export interface TemplateRecord extends NamedRecord {
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly cta?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly utmTags?: string | null | undefined;
  readonly adAccountIds?: readonly string[] | undefined;
  /** Words of the texts that each ad gives a value for. */
  readonly variables?: readonly Readonly<AdCopyTemplate['variables'][number]>[] | undefined;
}

export const adCopyTemplateKind = kind<TemplateRecord>('ad-copy-template', { createdAt: 'number' });

interface Ports extends AccountPorts, NamedPorts {}

export const adCopyTemplates = /* @__PURE__ */ namedDocuments<
  TemplateRecord,
  AdCopyTemplate,
  Ports
>({
  kind: adCopyTemplateKind,
  room: { most: 1_000, what: 'ad copy templates', code: 'too_many_templates' },
  prefix: 'tpl',
  noun: 'ad-copy-template',
  missing: 'There is no such template.',
  hint: 'adCopyTemplates.list',
  faults: templateFaults,
  shown,
});

export async function olderAdCopyTemplates(
  ports: { readonly store: Store },
  companyId: string,
  query: OlderListQuery,
) {
  const { page = 1, pageSize = 20, sortBy = 'createdAt', sortOrder = 'desc' } = query;
  const sign = sortOrder.toLowerCase() === 'asc' ? 1 : -1;
  const rows = (await allOf(ports.store, adCopyTemplateKind, companyId)).map(({ id, doc }) =>
    shown(id, doc),
  );
  rows.sort(
    (a, b) =>
      sign * (a[sortBy] < b[sortBy] ? -1 : a[sortBy] > b[sortBy] ? 1 : a.id < b.id ? -1 : 1),
  );
  return {
    data: rows.slice((page - 1) * pageSize, page * pageSize),
    pagination: {
      page,
      pageSize,
      total: rows.length,
      totalPages: Math.ceil(rows.length / pageSize),
    },
  };
}

function shown(id: string, doc: TemplateRecord): AdCopyTemplate {
  return {
    id,
    name: doc.name,
    titles: [...doc.titles],
    descriptions: [...doc.descriptions],
    cta: doc.cta ?? null,
    link: doc.link ?? null,
    utmTags: doc.utmTags ?? null,
    variables: (doc.variables ?? []).map((variable) => ({ ...variable })),
    adAccountIds: [...(doc.adAccountIds ?? [])],
    usedIn: toldUse(doc),
    ...toldTimes(doc),
  };
}

async function templateFaults(
  ports: AccountPorts,
  companyId: string,
  doc: TemplateRecord,
  { link, utmTags, adAccountIds = [] }: Partial<TemplateRecord>,
): Promise<Fault[]> {
  const accounts = await Promise.all(
    adAccountIds.map((id, i) => findAccount(ports, companyId, id, { path: `adAccountIds[${i}]` })),
  );
  const message = 'No such ad account.';
  const unknown = accounts.flatMap((account, i) =>
    account === undefined
      ? [{ path: `adAccountIds[${i}]`, code: 'unknown_ad_account', message }]
      : [],
  );
  return [...keptLinkFaults({ link, utmTags }), ...unknown, ...variableFaults(doc)];
}

function variableFaults({
  variables = [],
  titles,
  descriptions,
  link,
  utmTags,
}: TemplateRecord): Fault[] {
  const texts = [...titles, ...descriptions, link ?? '', utmTags ?? ''].join('\n');
  return variables.flatMap(({ key }, index): Fault[] => {
    const path = `variables[${index}].key`;
    if (variables.findIndex((each) => each.key === key) !== index)
      return [{ path, code: 'double_key', message: `Two variables have the key ${key}.` }];
    const isUsed = texts.includes(`{{${key}}}`);
    return isUsed
      ? []
      : [
          {
            path,
            code: 'unused_variable',
            message: `No text has {{${key}}}. Write it where the value goes.`,
          },
        ];
  });
}
