import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('jsr.json', root), 'utf8')) as {
  readonly exports: { readonly [door: string]: string };
};

const doors = Object.entries(exports).map(([door, source]) => ({
  find: new RegExp(`^slipway${door.slice(1)}$`),
  replacement: fileURLToPath(new URL(source, root)),
}));

const moreRuns = { find: /^fast-check$/, replacement: fileURLToPath(new URL('more-runs.ts', import.meta.url)) };

/** Leads what an example imports from `slipway/…` to the sources, so that tests and example share one copy of every module. */
export const doorAliases = process.env.PROPERTY_RUNS === undefined ? doors : [...doors, moreRuns];
