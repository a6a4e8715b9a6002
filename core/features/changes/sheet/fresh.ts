import type { Values } from './rows.ts';

/** A row without an id: an object that is to be made. */
export interface NewRow {
  readonly level: 'campaign' | 'adset' | 'ad';
  readonly account: string;
  readonly name: string;
  /** What it goes into, as it is written: an id, or a name. */
  readonly campaign: string;
  readonly adSet: string;
  readonly values: Values;
  readonly more: { readonly [field: string]: string };
  /** Ads: what the columns of a launch sheet say. */
  readonly ad?: { readonly [field: string]: unknown };
}

/** A campaign or ad set that exists. */
export interface KnownObject {
  readonly level: 'campaign' | 'adset';
  readonly account: string;
  readonly id: string;
  readonly name: string;
  readonly campaignId?: string | undefined;
}

/**
 * What a row lacks to be made: `empty` and `several` are about its parent, `childless` about what
 * nothing goes into.
 */
interface NewFault {
  readonly row: number;
  readonly key: 'adAccountId' | 'name' | 'campaignId' | 'adSetId';
  readonly why: 'missing' | 'several' | 'childless';
}

export interface ComposedRows {
  readonly body: {
    readonly newCampaigns?: object[];
    readonly newAdSets?: object[];
    readonly ads: object[];
  };
  /** Rows in the order of each list of the body. */
  readonly places: {
    readonly newCampaigns: readonly number[];
    readonly newAdSets: readonly number[];
    readonly ads: readonly number[];
  };
  /** What each row goes into: an id, or the row that it is made of. */
  readonly above: readonly (string | number | undefined)[];
  readonly faults: readonly NewFault[];
}

/** Of a campaign or ad set that is made with them; anything else is an id. */
const newTarget = (row: number): string => `new:${row}`;
const refOf = (target: string): string => `row${target.slice('new:'.length)}`;
export const newRef = (row: number): string => refOf(newTarget(row));
const isNewTarget = (target: string): boolean => target.startsWith('new:');

/**
 * Rows without ids as the body of one launch. A parent is named by its id, by its name, or by the
 * name of a row that is made too; a name that several have is refused, never guessed. Pure.
 */
export function composeRows(rows: readonly NewRow[], known: readonly KnownObject[]): ComposedRows {
  const above = rows.map((row) => parentOf(rows, known, row).found);
  const faults = rows.flatMap((row, i) => faultsOf(row, i, above[i] ?? []));
  const used = new Set(above.flat());
  // Only where all else is clear: what is missing above may be what it was meant for.
  if (faults.length === 0)
    for (const [i, { level }] of rows.entries())
      if (level !== 'ad' && !used.has(newTarget(i)))
        faults.push({ row: i, key: 'name', why: 'childless' });
  const at = (level: NewRow['level']): number[] =>
    rows.flatMap((row, i) => (row.level === level ? [i] : []));
  const places = { newCampaigns: at('campaign'), newAdSets: at('adset'), ads: at('ad') };
  const made = (level: NewRow['level']): object[] =>
    at(level).map((i) => objectOf(rows[i] as NewRow, i, above[i]?.[0] ?? ''));
  const [newCampaigns, newAdSets] = [made('campaign'), made('adset')];
  const body = {
    ...(newCampaigns.length > 0 && { newCampaigns }),
    ...(newAdSets.length > 0 && { newAdSets }),
    ads: made('ad'),
  };
  const into = above.map(([target]) =>
    target !== undefined && isNewTarget(target) ? Number(target.slice('new:'.length)) : target,
  );
  return { body, places, above: into, faults };
}

/**
 * Parents that no row tells: whoever asks the service for their names passes them as known. Each
 * once.
 */
export function unknownParents(
  rows: readonly NewRow[],
  known: readonly KnownObject[],
): readonly Pick<KnownObject, 'level' | 'account' | 'name'>[] {
  const asked = rows.flatMap((row) => parentOf(rows, known, row).unknown);
  return [
    ...new Map(asked.map((each) => [`${each.level} ${each.account} ${each.name}`, each])).values(),
  ];
}

type Unknown = Pick<KnownObject, 'level' | 'account' | 'name'>;

/** What a row may go into, and the names that nothing known has: those are taken for ids. */
function parentOf(
  rows: readonly NewRow[],
  known: readonly KnownObject[],
  { level, account, campaign, adSet }: Pick<NewRow, 'level' | 'account' | 'campaign' | 'adSet'>,
): { readonly found: readonly string[]; readonly unknown: readonly Unknown[] } {
  if (level === 'campaign') return { found: [], unknown: [] };
  const campaigns = named(rows, known, { level: 'campaign', account, name: campaign });
  if (level === 'adset') return campaigns;
  const within = campaign === '' || campaigns.unknown.length > 0 ? undefined : campaigns.found;
  const adSets = named(rows, known, { level: 'adset', account, name: adSet }, within);
  return { found: adSets.found, unknown: [...campaigns.unknown, ...adSets.unknown] };
}

function named(
  rows: readonly NewRow[],
  known: readonly KnownObject[],
  wanted: Unknown,
  within?: readonly string[],
): { readonly found: readonly string[]; readonly unknown: readonly Unknown[] } {
  const { level, account, name } = wanted;
  if (name === '') return { found: [], unknown: [] };
  const isIn = (targets: readonly string[]): boolean =>
    within === undefined || targets.some((each) => within.includes(each));
  const ids = known.filter(
    (each) => each.level === level && each.account === account && each.id === name,
  );
  const fresh = rows.flatMap((row, i) =>
    row.level === level &&
    row.account === account &&
    row.name === name &&
    isIn(parentOf(rows, known, row).found)
      ? [newTarget(i)]
      : [],
  );
  const there = known.filter(
    (each) =>
      each.level === level &&
      each.account === account &&
      each.name === name &&
      isIn([each.campaignId ?? '']),
  );
  const found = ids.length > 0 ? [name] : [...new Set([...fresh, ...there.map(({ id }) => id)])];
  return found.length > 0 ? { found, unknown: [] } : { found: [name], unknown: [wanted] };
}

function faultsOf(
  { level, account, name }: NewRow,
  row: number,
  above: readonly string[],
): NewFault[] {
  const key = level === 'ad' ? 'adSetId' : 'campaignId';
  return [
    ...(account === '' ? [{ row, key: 'adAccountId', why: 'missing' } as const] : []),
    ...(name === '' ? [{ row, key: 'name', why: 'missing' } as const] : []),
    ...(level !== 'campaign' && above.length === 0 ? [{ row, key, why: 'missing' } as const] : []),
    ...(above.length > 1 ? [{ row, key, why: 'several' } as const] : []),
  ];
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

function objectOf(
  { level, account, name, values, more, ad }: NewRow,
  row: number,
  above: string,
): object {
  const { primaryTexts, headlines, urlTags, ...set } = Object.fromEntries(
    Object.entries({ ...values, name }).filter(([, value]) => value !== null),
  );
  const common = { adAccountId: account, ...set };
  const parent = isNewTarget(above) ? { ref: refOf(above) } : above;
  if (level !== 'ad') {
    const { countries, locationIds, ...rest } = more;
    return {
      ref: refOf(newTarget(row)),
      ...(level === 'adset' && { campaign: parent }),
      ...common,
      ...rest,
      ...(countries !== undefined && { location: { countries: listOf(countries) } }),
      ...(locationIds !== undefined && { targeting: { location_ids: listOf(locationIds) } }),
    };
  }
  return {
    ...ad,
    ...common,
    name: undefined,
    adName: name,
    adSets: [parent],
    ...texts('description', 'bodyVariations', primaryTexts),
    ...texts('title', 'headlineVariations', headlines),
    ...(urlTags !== undefined && { utmTags: urlTags }),
  };
}

/** One text, or all of them as variations. */
function texts(
  one: string,
  several: string,
  value: unknown,
): { readonly [field: string]: unknown } {
  const all: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.length === 0 ? {} : { [one]: all[0], ...(all.length > 1 && { [several]: all }) };
}
