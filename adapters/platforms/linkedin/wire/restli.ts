import type { Params } from '../../types.ts';

/** Percent-encodes what Rest.li reads as punctuation, colons too. */
export const encoded = (value: unknown) =>
  encodeURIComponent(String(value)).replace(
    /[()'!*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Lists as `List(a,b)`, objects as `(name:value)`. */
function value(given: unknown): string {
  if (Array.isArray(given)) return `List(${given.map(value).join(',')})`;
  if (typeof given !== 'object' || given === null) return encoded(given);
  const members = Object.entries(given).filter(([, member]) => member !== undefined);
  return `(${members.map(([name, member]) => `${encoded(name)}:${value(member)}`).join(',')})`;
}

/** Rest.li 2.0. `fields` is a list without the word. */
export function restliQuery(query: Params) {
  return Object.entries(query)
    .filter(([, given]) => given !== undefined && given !== null)
    .map(
      ([name, given]) =>
        `${name}=${name === 'fields' && Array.isArray(given) ? given.map(encoded).join(',') : value(given)}`,
    )
    .join('&');
}
