import type { CallBudget } from '../kit/simulator.ts';
import type { World } from '../world.ts';
import { locked, throttled } from './faults.ts';
import { Refusal } from './wire.ts';

const minute = 60_000;
const hour = 60 * minute;
const mostCalls = 1_000;
const mostErrors = 100;

interface Limits extends CallBudget {
  /** Throws the refusal when the account is over its limit. */
  count(account: string | undefined): void;
  /** A hundred refusals in five minutes lock the account for a day. */
  countError(account: string | undefined): void;
}

/** `published`: the limits AppLovin states. Both tiers lock after too many errors. Only the lock is kept with the world. */
export function createLimits({ notes, now }: World, platform: string): Limits {
  const tierNote = `tier ${platform}`;
  const stops = `stop ${platform} `;
  const calls = new Map<string, number[]>();
  const errors = new Map<string, number[]>();
  const recent = (seen: Map<string, number[]>, account: string, ms: number): number[] => {
    const kept = (seen.get(account) ?? []).filter((at) => now() - at < ms);
    seen.set(account, kept);
    return kept;
  };
  const stop = (account: string, kind: 'calls' | 'errors', ms: number): void =>
    notes.set(`${stops}${kind} ${account}`, now() + ms);
  const isStopped = (account: string, kind: 'calls' | 'errors'): boolean =>
    Number(notes.get(`${stops}${kind} ${account}`) ?? 0) > now();

  return {
    tiers: ['generous', 'published'],
    count(account = '') {
      if (isStopped(account, 'errors')) throw new Refusal(locked.status, locked.message, locked.code);
      if (isStopped(account, 'calls')) throw new Refusal(throttled.status, throttled.message);
      if (notes.get(tierNote) !== 'published') return;
      const seen = recent(calls, account, minute);
      seen.push(now());
      if (seen.length <= mostCalls) return;
      stop(account, 'calls', 10 * minute);
      throw new Refusal(throttled.status, throttled.message);
    },
    countError(account = '') {
      if (isStopped(account, 'errors') || isStopped(account, 'calls')) return;
      const seen = recent(errors, account, 5 * minute);
      seen.push(now());
      if (seen.length >= mostErrors) stop(account, 'errors', 24 * hour);
    },
    setTier: (tier) => notes.set(tierNote, tier),
    forget() {
      calls.clear();
      errors.clear();
      notes.forget(stops);
    },
  };
}
