import type { World } from '../world.ts';
import { Refusal } from './refusals.ts';

export interface Limit {
  readonly perSecond: number;
  readonly perMinute: number;
}

interface Tier {
  readonly all: Limit;
  readonly paths: { readonly [path: string]: Limit };
}

const copying = {
  'campaign/copy/task/create': { perSecond: 1, perMinute: 30 },
  'campaign/copy/task/check': { perSecond: 2, perMinute: 60 },
} as const;
const endless: Limit = { perSecond: Number.POSITIVE_INFINITY, perMinute: Number.POSITIVE_INFINITY };

const unlimited: Tier = { all: endless, paths: {} };

/** `generous` is ours: no limits at all. `sandbox` is what the platform's own sandbox allows. */
const tiers: { readonly [name: string]: Tier } = {
  generous: unlimited,
  basic: { all: { perSecond: 10, perMinute: 600 }, paths: { 'ad/create': { perSecond: 5, perMinute: 150 }, ...copying } },
  sandbox: { all: { perSecond: 1, perMinute: 30 }, paths: {} },
};

export const tierNames: readonly string[] = Object.keys(tiers);

export interface Limits {
  /** Counts a call of the app, or refuses it. No header ever tells how much is left. */
  count(path: string): void;
  setTier(tier: string): void;
  clear(): void;
}

/** The tier is kept with the world; calls are counted anew with the process. */
export function createLimits(world: World, platform: string): Limits {
  const note = `tier ${platform}`;
  let tier: Tier = tiers[String(world.notes.get(note) ?? '')] ?? unlimited;
  const seen = new Map<string, number[]>();

  return {
    count(path) {
      const own = tier.paths[path];
      const limit = own ?? tier.all;
      if (limit.perMinute === Number.POSITIVE_INFINITY) return;
      const lane = own === undefined ? 'all' : path;
      const now = world.now();
      const calls = (seen.get(lane) ?? []).filter((at) => now - at < 60_000);
      seen.set(lane, calls);
      const second = calls.filter((at) => now - at < 1_000).length;
      if (second >= limit.perSecond || calls.length >= limit.perMinute)
        throw new Refusal(40100, 'Too many requests. Please retry in some time.');
      calls.push(now);
    },
    setTier(name) {
      tier = tiers[name] ?? tier;
      world.notes.set(note, name);
    },
    clear() {
      seen.clear();
      tier = unlimited;
      world.notes.forget(note);
    },
  };
}
