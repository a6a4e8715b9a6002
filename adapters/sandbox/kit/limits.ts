import type { Table } from '../entity.ts';
import type { World } from '../world.ts';
import type { CallBudget } from './simulator.ts';

export interface Limit {
  readonly perSecond: number;
  readonly perMinute: number;
}

export interface Tier {
  readonly all: Limit;
  /** Calls with a limit of their own. */
  readonly paths: Table<Limit>;
}

/** Ours: no limits. */
const generous: Tier = {
  all: { perSecond: Number.POSITIVE_INFINITY, perMinute: Number.POSITIVE_INFINITY },
  paths: {},
};

export interface Limits extends CallBudget {
  /** Throws at a limit. No header shows what is left. */
  count(path: string): void;
}

/**
 * A budget by seconds and minutes. The tier is kept with the world; calls are counted anew with the
 * process.
 *
 * @example
 * import { createLimits, Refused, type World } from 'slipway-sandbox/kit';
 *
 * const strict = { all: { perSecond: 10, perMinute: 300 }, paths: { '/reports': { perSecond: 1, perMinute: 10 } } };
 * export const limitsOf = (world: World) =>
 *   createLimits(world, 'kite', { strict }, () => new Refused({ status: 429 }, 'Too many calls.'));
 */
export function createLimits(
  world: World,
  platform: string,
  named: Table<Tier>,
  refusal: () => Error,
): Limits {
  const note = `tier ${platform}`;
  const tiers: Table<Tier> = { generous, ...named };
  let tier = tiers[String(world.notes.get(note) ?? '')] ?? generous;
  const seen = new Map<string, number[]>();

  return {
    tiers: Object.keys(tiers),
    count(path) {
      const own = tier.paths[path];
      const limit = own ?? tier.all;
      if (limit.perMinute === Number.POSITIVE_INFINITY) return;
      const lane = own === undefined ? 'all' : path;
      const now = world.now();
      const calls = (seen.get(lane) ?? []).filter((at) => now - at < 60_000);
      seen.set(lane, calls);
      const second = calls.filter((at) => now - at < 1_000).length;
      if (second >= limit.perSecond || calls.length >= limit.perMinute) throw refusal();
      calls.push(now);
    },
    setTier(name) {
      tier = tiers[name] ?? tier;
      world.notes.set(note, name);
    },
    forget: () => seen.clear(),
  };
}
