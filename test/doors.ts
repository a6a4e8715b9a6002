import { readFileSync } from 'node:fs';

/** The doors of the package and the sources they lead to: `slipway/client` and so on. */
const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('jsr.json', root), 'utf8')) as {
  readonly exports: { readonly [door: string]: string };
};

export const doors = Object.entries(exports).map(([door, source]) => [`slipway${door.slice(1)}`, new URL(source, root)] as const);
