import { canonicalAccountId } from '../../../core/platforms.ts';

/** Parameters as we think of them; members that are undefined are not sent. */
export type Params = { readonly [name: string]: unknown };

/** As the platform takes them in a form or a query: scalars bare, lists and objects as JSON. */
export function encodeFields(params: Params): { [name: string]: string } {
  const fields: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    fields[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return fields;
}

/** A query string or the body of a batch entry. Written out because not every runtime has URLSearchParams. */
export function encodeQuery(params: Params): string {
  return Object.entries(encodeFields(params))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The account's node: `act_` and its digits. */
export const accountNode = (adAccountId: string): string => canonicalAccountId('primary', adAccountId);

/** ISO 8601 as the platform writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000');

/** Milliseconds of a time as the platform writes it (`2026-10-03T23:33:10+0000`); undefined when it is none. */
export function msOf(time: unknown): number | undefined {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Pieces of at most `size`. */
export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
