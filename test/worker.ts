import { readFileSync } from 'node:fs';
import { plugin } from 'bun';
import { moreRuns } from './more-runs.ts';

/** In every process that runs tests: ends it when the run that started it is gone. What it started follows. */
process.once('disconnect', () => process.exit(1));

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('jsr.json', root), 'utf8')) as {
  readonly exports: { readonly [door: string]: string };
};

const replaced = Object.entries(exports).map(([door, source]) => [`slipway${door.slice(1)}`, new URL(source, root)] as const);

/** What an example imports from `slipway/…` is the source, so that tests and example share one copy of every module. */
plugin({
  name: 'sources',
  setup(build) {
    for (const [door, source] of replaced)
      build.module(door, async () => ({ loader: 'object', exports: await import(source.href) }));
    const times = process.env.PROPERTY_RUNS;
    if (times === undefined) return;
    const more = moreRuns(Number(times));
    build.module('fast-check', () => ({ loader: 'object', exports: { ...more, default: more } }));
  },
});
