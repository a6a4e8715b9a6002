import { plugin } from 'bun';
import { doors } from './doors.ts';
import { moreRuns } from './more-runs.ts';

/**
 * What an example imports from `slipway/…` is the source, so that tests and example share one copy
 * of every module.
 */
plugin({
  name: 'sources',
  setup(build) {
    for (const [door, source] of doors)
      build.module(door, async () => ({ loader: 'object', exports: await import(source.href) }));
    const times = process.env.PROPERTY_RUNS;
    if (times === undefined) return;
    const more = moreRuns(Number(times));
    build.module('fast-check', () => ({ loader: 'object', exports: { ...more, default: more } }));
  },
});
