import type { Params } from '../../kit/params.ts';

/** A name or a value inside a tuple: whatever Rest.li reads as punctuation is percent-encoded, colons of URNs too. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(String(value)).replace(/[()'!*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Lists as `List(a,b)`, objects as `(name:value)`, their punctuation bare. */
function value(given: unknown): string {
  if (Array.isArray(given)) return `List(${given.map(value).join(',')})`;
  if (typeof given !== 'object' || given === null) return encoded(given);
  const members = Object.entries(given).filter(([, member]) => member !== undefined);
  return `(${members.map(([name, member]) => `${encoded(name)}:${value(member)}`).join(',')})`;
}

/** A query as Rest.li 2.0 reads it. `fields` alone is a list without the word. */
export function restliQuery(query: Params): string {
  return Object.entries(query)
    .filter(([, given]) => given !== undefined && given !== null)
    .map(([name, given]) => `${name}=${name === 'fields' && Array.isArray(given) ? given.map(encoded).join(',') : value(given)}`)
    .join('&');
}
