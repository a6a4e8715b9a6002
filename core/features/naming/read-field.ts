import type { FactEntityNames } from '../../ports/facts.ts';
import type { Store } from '../../ports/store.ts';
import type { Convention, NameValues } from './convention.ts';
import { parse } from './parse.ts';
import { namingConventions } from './records.ts';

/** What the names of an ad, its ad set and its campaign say about a field. */
interface ReadField {
  /** Null where no convention reads the names, or where the field was left out of them. */
  readonly value: string | null;
  readonly isRead: boolean;
}

type FieldReader = (names: FactEntityNames) => ReadField;

/** The finest first: what an ad's own name says counts before what its campaign's says. */
const levels = [
  ['ad', 'adName'],
  ['adSet', 'adsetName'],
  ['campaign', 'campaignName'],
] as const;

/** A company's conventions, the oldest first, so that one made later changes no value that an earlier one reads. */
export async function conventionsOf(store: Store, companyId: string): Promise<readonly Convention[]> {
  return (await namingConventions.all(store, companyId)).map(({ doc }) => doc);
}

/** Reads one field out of names; undefined where no convention has it. Names are read once each. */
export function fieldReader(conventions: readonly Convention[], key: string): FieldReader | undefined {
  const having = conventions.filter(({ fields }) => fields.some((field) => field.key === key));
  if (having.length === 0) return undefined;
  const readers = levels.flatMap(([level, member]) =>
    having.filter((convention) => convention.level === level).map((convention) => ({ member, read: remembered(convention) })),
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
