import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { listIn, ruled, type Turn, words } from '../wire.ts';
import type { Total } from './totals.ts';

export const levels = ['ad_account', 'campaign', 'ad_group', 'ad'] as const;
export type Level = (typeof levels)[number];

const per = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** In whole units of money. */
const metrics: Table<(total: Total) => number> = {
  spend: ({ spend }) => spend / 100,
  impressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks,
  ctr: ({ clicks, impressions }) => per(clicks, impressions),
  cpc: ({ spend, clicks }) => per(spend / 100, clicks),
  cpm: ({ spend, impressions }) => per(spend * 10, impressions),
};

const sales = 'order_created_attributed_sales';
const conversions: Table<(total: Total) => number> = {
  conversions: (total) => total.conversions,
  [sales]: (total) => total.sales / 100,
};
const currency = `${sales}_currency`;

/** A field as it was asked for, and as rows tell it. */
export interface Asked {
  readonly told: string;
  readonly kind: 'metric' | 'conversion' | 'currency' | 'time' | 'object';
  /** Of an object: its level, and which of its members. */
  readonly of?: Level;
  readonly member?: 'id' | 'name';
}

function known(turn: Turn, level: Level): ReadonlyMap<string, Asked> {
  const all = new Map<string, Asked>();
  const depth = levels.indexOf(level);
  for (const name of Object.keys(metrics))
    for (const asked of [name, ...levels.map((each) => `${each}.${name}`)])
      all.set(asked, { told: name, kind: 'metric' });
  // The pages have the plain names, one caller the level: it is not known whether both are taken.
  for (const name of [...Object.keys(conversions), currency]) {
    const kind = name === currency ? 'currency' : 'conversion';
    if (!turn.fired.has('plain-names-refused')) all.set(name, { told: name, kind });
    if (!turn.fired.has('level-names-refused')) all.set(`${level}.${name}`, { told: name, kind });
  }
  for (const name of ['readable_time', 'metadata.readable_time', 'start_time', 'end_time'])
    all.set(name, { told: 'readable_time', kind: 'time' });
  for (const of of levels.slice(0, depth + 1))
    for (const member of ['id', 'name'] as const)
      for (const asked of [`${of}.${member}`, `${of}_${member}`])
        all.set(asked, { told: `${of}_${member}`, kind: 'object', of, member });
  return all;
}

/** Without `fields`: impressions and the name. */
export function fieldsIn(turn: Turn, level: Level): readonly Asked[] {
  const valid = known(turn, level);
  const asked = listIn(turn, 'fields');
  return (asked.length === 0 ? ['impressions', `${level}.name`] : asked).map((field) => {
    const found = valid.get(field);
    if (found === undefined)
      throw ruled(`Invalid field ${field}. Valid fields: ${[...valid.keys()].join(', ')}.`);
    return found;
  });
}

export const hasConversions = (fields: readonly Asked[]): boolean =>
  fields.some(({ kind }) => kind === 'conversion');

interface Told {
  readonly total: Total;
  readonly above: { readonly [L in Level]: Entity | undefined };
  readonly readable: string;
}

export function valuesOf(
  { fired, account }: Turn,
  fields: readonly Asked[],
  { total, above, readable }: Told,
): JsonObject {
  const long = fired.has('long-names') ? 'ad_' : '';
  return Object.fromEntries(
    fields.map(({ told, kind, of, member }): readonly [string, Json] => {
      if (kind === 'time') return [told, readable];
      if (kind === 'currency') return [told, words(account.data.currency_code)];
      if (kind === 'object') {
        const entity = of && above[of];
        return [told, member === 'id' ? (entity?.id ?? null) : words(entity?.data.name)];
      }
      const isNull = told === sales && (fired.has('sales-null') || total.sales === 0);
      return [
        `${long}${told}`,
        isNull ? null : ((metrics[told] ?? conversions[told])?.(total) ?? 0),
      ];
    }),
  );
}
