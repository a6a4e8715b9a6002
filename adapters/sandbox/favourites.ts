import type { SandboxFavourite } from '../../core/ports/sandbox.ts';
import type { Simulation } from './simulation.ts';

/** What people want to see go wrong first: common faults, then each platform's own. */
export const favouritesOf = (simulations: readonly Simulation[]): readonly SandboxFavourite[] => [
  {
    title: 'Made, but answered with an error',
    what: 'The next ad on each platform is created, and the answer is an error. Slipway looks before it repeats.',
    rules: simulations.map(({ name, stage }) => ({
      ...stage.troubles['failed but done'],
      ...{ platform: name, method: 'POST', path: stage.objects.ad.path, nth: 1, times: 1 },
    })),
  },
  {
    title: 'A bad minute',
    what: 'A fifth of all writes fail with a server error.',
    rules: [{ fault: 'transient', method: 'POST', probability: 0.2, times: 10 }],
  },
  ...simulations.flatMap(({ name, stage }) =>
    stage.favourites.map(({ title, what, rules }) => ({
      title,
      what,
      rules: rules.map((rule) => ({ ...rule, platform: name })),
    })),
  ),
];
