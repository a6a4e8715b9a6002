import { asRow, type Row, rowsOf, said, text } from '../kit/json.ts';

/**
 * A responsive search ad has no name: two of its custom parameters, which people do not see, hold
 * name and mark. The request that makes the ad makes them too.
 */
const nameKey = 'adname';
const markKey = 'slipway';

/** The platform takes no blanks in it. */
export const longestValue = 200;

/** Letters and digits stay, every other byte is `_` and two hex digits. */
export const toValue = (words: string) =>
  encodeURIComponent(words)
    .replace(/[-_.!~*'()]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => `_${hex.toLowerCase()}`);

function fromValue(value: string) {
  try {
    return decodeURIComponent(value.replace(/_([0-9a-f]{2})/g, '%$1'));
  } catch {
    return value;
  }
}

export const markOf = ({ batch, id }: { readonly batch: string; readonly id: string }) =>
  toValue(`${batch} ${id}`);

const parametersOf = (ad: Row) => rowsOf(ad.urlCustomParameters);

const parameter = (ad: Row, key: string) =>
  text(parametersOf(ad).find((each) => each.key === key)?.value);

export const markIn = (ad: Row) => parameter(ad, markKey);

export const markParameter = (mark: string) => ({ key: markKey, value: toValue(mark) });

/** A copy has no mark of the launch that made its source. */
export function withoutMark(object: Row): Row {
  const others = parametersOf(object).filter(({ key }) => key !== markKey);
  return markIn(object) === undefined ? object : { ...object, urlCustomParameters: others };
}

/** The name given here, else the ad's own, else its first headline. */
export function nameOfAd(ad: Row) {
  const given = parameter(ad, nameKey);
  if (given !== undefined) return fromValue(given);
  const [headline] = rowsOf(asRow(ad.responsiveSearchAd)?.headlines);
  return text(ad.name) ?? text(headline?.text) ?? `Ad ${said(ad.id)}`;
}

/** Another first headline would rename it. */
export const isNamedByHeadline = (ad: Row) =>
  parameter(ad, nameKey) === undefined && text(ad.name) === undefined;

/** Keeps parameters of others, the mark only where it is given. */
export function parametersFor(ad: Row, name: string, mark?: string) {
  const others = parametersOf(ad).filter(({ key }) => key !== nameKey && key !== markKey);
  return [
    ...others.map(({ key, value }) => ({ key, value })),
    { key: nameKey, value: toValue(name) },
    ...(mark === undefined ? [] : [{ key: markKey, value: mark }]),
  ];
}
