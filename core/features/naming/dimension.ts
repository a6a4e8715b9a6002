import type { FactEntityNames } from '../../ports/facts.ts';
import type { Store } from '../../ports/store.ts';
import { fieldOf } from '../../report/creative-dimensions.ts';
import type { ReportDimension } from '../../report/group-page.ts';
import type { Convention, NameValues } from '../../sheet/names/convention.ts';
import { parse } from '../../sheet/names/parse.ts';
import { namingConventions } from './records.ts';

export const nameDimension: ReportDimension = {
  async reader({ store }, companyId, { key }) {
    const read = fieldReader(await conventionsOf(store, companyId), fieldOf(key) ?? '');
    if (read === undefined) return undefined;
    return ({ entity }) => {
      const { value, isRead } = read(entity);
      return { value, isKnown: isRead };
    };
  },
  async list({ store }, companyId) {
    const found = new Map<string, { key: string; label: string; levels: Convention['level'][] }>();
    for (const { level, fields } of await conventionsOf(store, companyId))
      for (const { key, label = key } of fields) {
        const { levels = [], ...first } = found.get(key) ?? { key: `name.${key}`, label };
        found.set(key, { ...first, levels: [...new Set([...levels, level])] });
      }
    return [...found.values()];
  },
};

/** `value` is null where no convention reads the names, or where the field was left out of them. */
type FieldReader = (names: FactEntityNames) => {
  readonly value: string | null;
  readonly isRead: boolean;
};

/** The name of the ad counts before that of its campaign. */
const levels = [
  ['ad', 'adName'],
  ['adSet', 'adsetName'],
  ['campaign', 'campaignName'],
] as const;

/** The oldest first, so that a later one changes no value that an earlier one reads. */
async function conventionsOf(store: Store, companyId: string): Promise<readonly Convention[]> {
  return (await namingConventions.all(store, companyId)).map(({ doc }) => doc);
}

/** Undefined where no convention has the field. Each name is read once. */
function fieldReader(conventions: readonly Convention[], key: string): FieldReader | undefined {
  const having = conventions.filter(({ fields }) => fields.some((field) => field.key === key));
  if (having.length === 0) return undefined;
  const readers = levels.flatMap(([level, member]) =>
    having
      .filter((convention) => convention.level === level)
      .map((convention) => ({ member, read: remembered(convention) })),
  );
  return (names) => {
    let isRead = false;
    for (const { member, read } of readers) {
      const values = read(names[member] ?? '');
      const value = values?.[key];
      if (value !== undefined) return { value, isRead: true };
      isRead = isRead || values !== undefined;
    }
    return { value: null, isRead };
  };
}

function remembered(convention: Convention): (name: string) => NameValues | undefined {
  const known = new Map<string, NameValues | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, parse(convention, name));
    return known.get(name);
  };
}
