import { asRow, type Row, rowsOf, text } from '../kit/json.ts';
import type { Params } from '../kit/params.ts';

/**
 * A responsive search ad has no name, and nothing that could carry a mark but its custom parameters: keys and values
 * that templates of addresses may use and that are shown to nobody. Two of them are ours. They are part of the ad, so
 * the request that makes the ad makes the mark as well.
 */
const nameKey = 'adname';
const markKey = 'slipway';

/** What a value holds at most; the platform takes no blanks in it. */
export const longestValue = 200;

/** Letters and digits as they are, every other byte as `_` and two hex digits. */
export const toValue = (words: string): string =>
  encodeURIComponent(words)
    .replace(/[-_.!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => `_${hex.toLowerCase()}`);

function fromValue(value: string): string {
  try {
    return decodeURIComponent(value.replace(/_([0-9a-f]{2})/g, '%$1'));
  } catch {
    return value;
  }
}

/** The mark of an operation of a launch. */
export const markOf = ({ batch, id }: { readonly batch: string; readonly id: string }): string => toValue(`${batch} ${id}`);

const parametersOf = (ad: Row): readonly Row[] => rowsOf(ad.urlCustomParameters);

const parameter = (ad: Row, key: string): string | undefined => text(parametersOf(ad).find((each) => each.key === key)?.value);

/** The mark an ad carries, where it was launched from here. */
export const markIn = (ad: Row): string | undefined => parameter(ad, markKey);

/** What people call an ad: the name it was given here, its own where its type has one, else its first headline. */
export function nameOfAd(ad: Row): string {
  const given = parameter(ad, nameKey);
  if (given !== undefined) return fromValue(given);
  const [headline] = rowsOf(asRow(ad.responsiveSearchAd)?.headlines);
  return text(ad.name) ?? text(headline?.text) ?? `Ad ${text(ad.id) ?? ''}`;
}

/** The custom parameters of an ad under another name. Those of others are kept, the mark only where it is given. */
export function parametersFor(ad: Row, name: string, mark?: string): readonly Params[] {
  const others = parametersOf(ad).filter(({ key }) => key !== nameKey && key !== markKey);
  return [
    ...others.map(({ key, value }) => ({ key, value })),
    { key: nameKey, value: toValue(name) },
    ...(mark === undefined ? [] : [{ key: markKey, value: mark }]),
  ];
}
