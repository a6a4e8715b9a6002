/** Undefined members are not sent. */
export type Params = { readonly [name: string]: unknown };

/** Scalars bare, lists and objects as JSON. */
export function encodeFields(params: Params): { [name: string]: string } {
  const fields: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    fields[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return fields;
}

/** Written out because not every runtime has URLSearchParams. */
export function encodeQuery(params: Params): string {
  return Object.entries(encodeFields(params))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const pieces: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
