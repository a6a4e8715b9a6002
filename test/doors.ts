import { readFileSync } from 'node:fs';

/** The doors of the packages and the sources they lead to: `slipway/client` and so on. */
const root = new URL('../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('jsr.json', root), 'utf8')) as {
  readonly exports: { readonly [door: string]: string };
};

const sandbox = new URL('adapters/sandbox/', root);
const parts = JSON.parse(readFileSync(new URL('package.json', sandbox), 'utf8')) as typeof manifest;

export const doors = [
  ...Object.entries(manifest.exports).map(
    ([door, source]) => [`slipway${door.slice(1)}`, new URL(source, root)] as const,
  ),
  ...Object.entries(parts.exports).map(
    ([door, source]) => [`slipway-sandbox${door.slice(1)}`, new URL(source, sandbox)] as const,
  ),
];
