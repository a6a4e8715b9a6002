import type { Entity, JsonObject } from '../../entity.ts';
import { add, type Measures, nothing, split } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import { invalid, text } from '../wire.ts';

export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly country: string;
  readonly measures: Measures;
}

export const hour = 3_600_000;

const shares = {
  age: names('13-17 18-20 21-24 25-34 35-44 45-54 55+ unknown'),
  gender: ['female', 'male', 'unknown'],
  os: ['Android', 'iOS'],
};
/** Listed beside the ages it holds. */
const together = { word: '35+', of: ['35-44', '45-54', '55+'] };

type Dimension = keyof typeof shares | 'country';
const known: readonly Dimension[] = ['age', 'gender', 'os', 'country'];

/** Hours have no divisions, people or conversions. */
export function dimensionsOf(
  query: Parameters<typeof text>[0],
  granularity: string,
  fields: readonly string[],
): readonly Dimension[] {
  const asked = text(query, 'report_dimension')?.split(',') ?? [];
  const words = asked.map((word) => {
    const found = known.find((each) => each === word);
    if (found === undefined) throw invalid(`${word} is not a supported report_dimension.`);
    return found;
  });
  if (words.length > 1 && words.some((word) => word !== 'age' && word !== 'gender'))
    throw invalid(`report_dimension cannot combine ${words.join(' and ')}.`);
  if (granularity === 'HOUR' && words.length > 0) throw invalid('report_dimension is not supported with the granularity HOUR.');
  const unread = fields.find((field) => /^(uniques|frequency|conversion_)/.test(field));
  if (granularity === 'HOUR' && unread !== undefined) throw invalid(`${unread} is not supported with the granularity HOUR.`);
  return words;
}

export function dividedBy(
  dimensions: readonly Dimension[],
  parts: readonly Delivered[],
  figures: (parts: readonly Delivered[]) => JsonObject,
): readonly JsonObject[] {
  const groups = new Map<string, { readonly key: JsonObject; readonly parts: Delivered[] }>();
  for (const part of parts)
    for (const [key, measures] of cuts(dimensions, part)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, parts: [] };
      group.parts.push({ ...part, measures });
      groups.set(name, group);
    }
  return [...groups.values()].map((group) => ({ ...figures(group.parts), ...group.key }));
}

function cuts(dimensions: readonly Dimension[], { ad, day, country, measures }: Delivered) {
  let pieces: readonly (readonly [JsonObject, Measures])[] = [[{}, measures]];
  for (const name of dimensions)
    pieces = pieces.flatMap(([key, of]) =>
      name === 'country'
        ? [[{ ...key, country: country.toLowerCase() }, of] as const]
        : overlapped(name, split(of, shares[name], `${ad.id}|${day}|${country}|${name}`)).map(
            ([word, share]) => [{ ...key, [name]: word }, share] as const,
          ),
    );
  return pieces;
}

function overlapped(name: Dimension, parts: ReadonlyMap<string, Measures>): readonly (readonly [string, Measures])[] {
  if (name !== 'age') return [...parts];
  return [...parts, [together.word, together.of.reduce((sum, word) => add(sum, parts.get(word) ?? nothing), nothing)]];
}

const hours = Array.from({ length: 23 }, (_, at) => String(at));

/** 23 hours, as the shortest day has. */
export const byHour = (parts: readonly Delivered[]): readonly (Delivered & { readonly hour: number })[] =>
  parts.flatMap((part) =>
    [...split(part.measures, hours, `${part.ad.id}|${part.day}|${part.country}|hour`)].map(([at, measures]) => ({
      ...part,
      measures,
      hour: Number(at),
    })),
  );
