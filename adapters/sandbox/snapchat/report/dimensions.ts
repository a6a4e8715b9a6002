import { type Delivered, grouped } from '../../kit/delivery.ts';
import { add, dividedBy, type Measures, nothing, split } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject } from '../../types.ts';
import { invalid, text } from '../wire.ts';

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

/**
 * Hours have no divisions and no people. Conversions by the hour: one program says there are none,
 * another asks for them.
 */
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
  if (granularity === 'HOUR' && words.length > 0)
    throw invalid('report_dimension is not supported with the granularity HOUR.');
  const unread = fields.find((field) => /^(attachment_)?(uniques|frequency)/.test(field));
  if (granularity === 'HOUR' && unread !== undefined)
    throw invalid(`${unread} is not supported with the granularity HOUR.`);
  return words;
}

export function dimensionStats(
  dimensions: readonly Dimension[],
  parts: readonly Delivered[],
  figures: (parts: readonly Delivered[]) => JsonObject,
): readonly JsonObject[] {
  const pieces = parts.flatMap((part) =>
    cuts(dimensions, part).map(([key, measures]) => ({ ...part, measures, key })),
  );
  return [...grouped(pieces, ({ key }) => JSON.stringify(key)).values()].map((group) => ({
    ...figures(group),
    ...group[0]?.key,
  }));
}

const cuts = (dimensions: readonly Dimension[], { ad, day, country, measures }: Delivered) =>
  dividedBy(dimensions, measures, (name, of) =>
    name === 'country'
      ? [[country.toLowerCase(), of]]
      : overlapped(name, split(of, shares[name], `${ad.id}|${day}|${country}|${name}`)),
  );

function overlapped(
  name: Dimension,
  parts: ReadonlyMap<string, Measures>,
): readonly (readonly [string, Measures])[] {
  if (name !== 'age') return [...parts];
  return [
    ...parts,
    [
      together.word,
      together.of.reduce((sum, word) => add(sum, parts.get(word) ?? nothing), nothing),
    ],
  ];
}

const hours = Array.from({ length: 23 }, (_, at) => String(at));

/** 23 hours, as the shortest day has. */
export const byHour = (
  parts: readonly Delivered[],
): readonly (Delivered & { readonly hour: number })[] =>
  parts.flatMap((part) =>
    [
      ...split(
        part.measures,
        hours.slice(0, part.hours),
        `${part.ad.id}|${part.day}|${part.country}|hour`,
      ),
    ].map(([at, measures]) => ({
      ...part,
      measures,
      hour: Number(at),
    })),
  );
