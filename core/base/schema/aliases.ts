import * as v from 'valibot';

/**
 * Other names of request fields. Case and underscores never matter (`dailyBudget`, `daily_budget`;
 * `adSetId`, `adsetId`, `ad_set_id`). Synonyms stand here by the schema's name of the field, in
 * lower case without underscores.
 */
type Synonyms = { readonly [field: string]: readonly string[] };

const synonyms: Synonyms = {
  accountId: ['businessid', 'adaccountid', 'accountids', 'adaccountids'],
  adAccountId: ['accountid', 'businessid', 'accountids', 'adaccountids'],
  businessId: ['accountid', 'adaccountid', 'accountids', 'adaccountids'],
  adSetId: ['adgroupid'],
  adsetId: ['adgroupid'],
  targetAdSetId: ['targetadgroupid'],
  entityId: ['id'],
  entityIds: ['ids'],
  newStatus: ['status'],
  initialStatus: ['status'],
  excluded_locations: ['excludedgeolocations', 'exclude'],
  geo_markets: ['geomarket', 'dmas'],
  zips: ['zip', 'zipcodes', 'postalcodes'],
  locationMode: ['geomode'],
  copyCount: ['copies', 'count'],
  newName: ['name'],
  q: ['query'],
};

/** Without case and underscores. */
export const plainFieldName = (name: string): string => name.replace(/_/g, '').toLowerCase();

const sentNames = Symbol('sent names');

/** An object schema that takes its fields under any of their names. null counts as not sent. */
type Aliased = { readonly aliasOf: (name: string) => string | undefined };

/**
 * `v.object` with other names accepted. Issues name the field as sent; two names of one field with
 * different values are an issue of their own. `more`: synonyms of this schema alone.
 */
export function aliased<const E extends v.ObjectEntries>(
  entries: E,
  more: Synonyms = {},
): v.ObjectSchema<E, undefined> & Aliased {
  const schema = v.object(entries);
  const aliasOf = aliasTable(Object.keys(entries), { ...synonyms, ...more });
  const renaming: v.ObjectSchema<E, undefined> & Aliased = {
    ...schema,
    aliasOf,
    '~run'(dataset, config) {
      const input: unknown = dataset.value;
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return schema['~run']({ value: input }, config);
      const { value, sentAs, doubled } = renamed(input, aliasOf);
      const result = schema['~run']({ value }, config);
      for (const issue of result.issues ?? []) {
        const [item] = issue.path ?? [];
        const sent = typeof item?.key === 'string' ? sentAs.get(item.key) : undefined;
        // The issues of one value share the item; renaming it once renames it for all.
        if (item !== undefined && sent !== undefined) (item as { key: unknown }).key = sent;
      }
      // Enumerable: a copy of the request keeps the names.
      if (result.typed) Object.assign(result.value, { [sentNames]: sentAs });
      return doubled.length === 0 ? result : withDoubles(result, input, doubled);
    },
  };
  return renaming;
}

type Named = { readonly [sentNames]?: ReadonlyMap<string, string> };

/** All schemas' names of the ad account. */
const ACCOUNT = ['accountId', 'businessId', 'adAccountId', 'accountIds'];

/** The name under which a field of a parsed request was sent: for faults found later. */
export function sentName(request: object, field: string): string {
  const names = (request as Named)[sentNames];
  const fields = ACCOUNT.includes(field) ? [field, ...ACCOUNT] : [field];
  return fields.map((each) => names?.get(each)).find((name) => name !== undefined) ?? field;
}

/**
 * A request made of another, whose faults name the fields that the caller sent. `names`: those that
 * are called otherwise there.
 */
export const underNames = <R extends object>(
  request: R,
  sent: object,
  names: { readonly [field: string]: string },
): R => {
  const renamed = Object.entries(names).map(
    ([field, name]) => [field, sentName(sent, name)] as const,
  );
  return { ...request, [sentNames]: new Map([...((sent as Named)[sentNames] ?? []), ...renamed]) };
};

function aliasTable(
  fields: readonly string[],
  others: Synonyms,
): (name: string) => string | undefined {
  const table = new Map<string, string>();
  for (const field of fields) for (const synonym of others[field] ?? []) table.set(synonym, field);
  // A field's own name wins over another field's synonym.
  for (const field of fields) table.set(plainFieldName(field), field);
  return (name) => (fields.includes(name) ? name : table.get(plainFieldName(name)));
}

function renamed(input: object, aliasOf: Aliased['aliasOf']) {
  const value: { [field: string]: unknown } = {};
  const sentAs = new Map<string, string>();
  const doubled: string[] = [];
  // The first value of a field, written once however many other names it is sent under.
  const written = new Map<string, string>();
  const before = (input as Named)[sentNames];
  for (const [name, sent] of Object.entries(input)) {
    const field = aliasOf(name);
    if (field === undefined || sent === null || sent === undefined) continue;
    if (!(field in value)) {
      value[field] = sent;
      sentAs.set(field, before?.get(name) ?? name);
      continue;
    }
    const first = written.get(field) ?? JSON.stringify(value[field]);
    written.set(field, first);
    if (first !== JSON.stringify(sent)) doubled.push(name);
  }
  return { value, sentAs, doubled };
}

function withDoubles<T>(
  result: v.OutputDataset<T, v.BaseIssue<unknown>>,
  input: object,
  doubled: readonly string[],
) {
  const issues = doubled.map((key): v.BaseIssue<unknown> => {
    const value: unknown = (input as { readonly [name: string]: unknown })[key];
    return {
      kind: 'validation',
      type: 'conflicting_fields',
      input: value,
      expected: null,
      received: key,
      message: `${key} says something else than another name of the same field. Send one of them.`,
      path: [
        { type: 'object', origin: 'value', input: input as Record<string, unknown>, key, value },
      ],
    };
  });
  return {
    typed: false as const,
    value: result.value,
    issues: [...(result.issues ?? []), ...issues] as typeof issues & [(typeof issues)[0]],
  };
}
