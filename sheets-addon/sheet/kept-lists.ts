import type { AccountKey } from '../../core/base/account-key.ts';
import { labelled } from '../../core/sheet/cells.ts';
import type { Column } from '../../core/sheet/column.ts';
import type { Layout } from '../../core/sheet/headers.ts';
import { backend } from '../base/host.ts';
import { allPages } from '../base/pages.ts';
import { Problem } from '../base/problem.ts';
import type { Service } from '../base/service.ts';

/** Presets, templates, naming conventions and the options of their fields, which a cell may name. */
interface KeptLine {
  readonly kind: KeptListName;
  /** The field whose option it is, or the account of a form; empty for all others. */
  readonly account: string;
  /** Empty where a line only says that the list was read. */
  readonly label: string;
  readonly facts: object;
}

/** By the keys of the columns that name something of them. */
const lists = {
  'naming.conventionId': 'conventions',
  utmTemplateId: 'utmTemplates',
  adCopyTemplateId: 'copyTemplates',
  presetId: 'presets',
  leadFormId: 'leadForms',
} as const;

export type KeptListName = (typeof lists)[keyof typeof lists] | 'nameOptions';

/** Before the field, in the keys of columns that fill in a naming convention. */
const NAME = 'naming.values.';

/** The list behind a column; `name.hook` has the options of that field. */
export function keptListOf({ key }: Pick<Column, 'key'>): { readonly list: KeptListName; readonly field: string } | undefined {
  if (key.startsWith(NAME)) return { list: 'nameOptions', field: key.slice(NAME.length) };
  return key in lists ? { list: lists[key as keyof typeof lists], field: '' } : undefined;
}

/** Those that the columns of some sheets ask for. No others are read: everybody with the file sees them. */
export const keptListsOf = (layouts: readonly Layout[]): ReadonlySet<KeptListName> =>
  new Set(layouts.flatMap(({ columns }) => columns.flatMap((placed) => keptListOf(placed)?.list ?? [])));

/** `accounts`: keys of those that may have forms. */
export async function readKeptLists(
  service: Service,
  wanted: ReadonlySet<KeptListName>,
  accounts: readonly AccountKey[],
): Promise<KeptLine[]> {
  const read = [...wanted].map((kind): KeptLine => ({ kind, account: '', label: '', facts: {} }));
  // Without a server nothing of it is kept.
  if (backend().address === undefined) return read;
  const entry = (kind: KeptListName, { id, name }: { readonly id: string; readonly name: string }): KeptLine => ({
    kind,
    account: '',
    label: labelled(name, id),
    facts: {},
  });
  const isForAds = ({ level }: { readonly level: string }): boolean => level === 'ad';
  const named = wanted.has('conventions') || wanted.has('nameOptions');
  const conventions = named ? (await allPages(service, 'namingConventions.list', {})).filter(isForAds) : [];
  const utm = wanted.has('utmTemplates') ? await allPages(service, 'utmTemplates.list', {}) : [];
  const copy = wanted.has('copyTemplates') ? await allPages(service, 'adCopyTemplates.list', {}) : [];
  const presets = wanted.has('presets') ? (await allPages(service, 'presets.list', {})).filter(isForAds) : [];
  const forms = wanted.has('leadForms') ? await formLines(service, accounts) : [];
  const options = new Map<string, Set<string>>();
  for (const { key, options: some = [] } of conventions.flatMap(({ fields }) => fields))
    options.set(key, new Set([...(options.get(key) ?? []), ...some]));
  return [
    ...read,
    ...(wanted.has('conventions') ? conventions.map((each) => entry('conventions', each)) : []),
    ...[...options].flatMap(([account, labels]) =>
      [...labels].map((label): KeptLine => ({ kind: 'nameOptions', account, label, facts: {} })),
    ),
    ...utm.map((each) => entry('utmTemplates', each)),
    ...copy.map((each) => entry('copyTemplates', each)),
    ...presets.map((each) => entry('presets', each)),
    ...forms,
  ];
}

/** Forms that take leads, by account. One that does not answer has none. */
async function formLines(service: Service, accounts: readonly AccountKey[]): Promise<KeptLine[]> {
  const answers = await service.tryAll(
    'leads.forms',
    accounts.map((accountId) => ({ accountId })),
  );
  return answers.flatMap((answer, i) =>
    answer instanceof Problem
      ? []
      : answer.data
          .filter(({ state }) => state === 'active')
          .map(
            ({ id, name }): KeptLine => ({
              kind: 'leadForms',
              account: accounts[i] ?? '',
              label: labelled(name, id),
              facts: {},
            }),
          ),
  );
}
