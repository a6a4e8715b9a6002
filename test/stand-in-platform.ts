import type { FailureClass, PlatformFailure } from '../core/base/errors.ts';
import type { AdPlatform } from '../core/ports/ad-platform.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { AdAccount, AdSet } from '../core/ports/platform-accounts.ts';
import type { CreativeRemoval, LaunchOperation, Outcome } from '../core/ports/platform-launch.ts';
import { testDefinition } from './test-definition.ts';

/** What the platform does with one operation. `lost`: carried out, but the answer never arrives. */
export type Mood = 'ok' | 'lost' | 'unanswered' | 'waiting' | FailureClass;

export interface MadeObject {
  readonly id: string;
  readonly kind: LaunchOperation['kind'];
  readonly batch: string;
  readonly operation: string;
  readonly name: string;
  readonly adSetId?: string;
  readonly creativeId?: string;
  readonly at: number;
}

const account: AdAccount = {
  id: 'act_1',
  name: 'Test',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  status: 'active',
};

/** What every set of credentials reaches. */
const accounts: readonly AdAccount[] = [
  account,
  { ...account, id: 'act_2', timezone: 'Asia/Tokyo', currency: 'JPY' },
  { ...account, id: 'act_9', status: 'disabled' },
];

/**
 * A platform in a few lines of memory, for driving the launch engine through every order of events.
 * It is not the sandbox: it knows no wire and no rules, only what the port promises.
 */
export function createStandInPlatform(
  clock: Clock,
  options: {
    mood?: (operation: LaunchOperation, sends: number) => Mood;
    lagMs?: number;
    answerMs?: number;
    waveSize?: number;
    /**
     * How long a request takes before it has an effect, whatever becomes of its sender meanwhile.
     * Default 50.
     */
    slowMs?: () => number;
  } = {},
) {
  const made: MadeObject[] = [];
  const sends = new Map<string, number>();
  const counted = { calls: 0, requests: 0 };
  const adSets: AdSet[] = Array.from({ length: 8 }, (_, i) => ({
    id: `${i + 1}`,
    name: `Set ${i + 1}`,
    status: 'ACTIVE',
    effectiveStatus: 'ACTIVE',
    campaignId: '1',
    campaignName: 'Campaign',
    objective: 'OUTCOME_TRAFFIC',
    campaign: { status: 'ACTIVE' },
    hasActiveAds: false,
    adCount: i === 7 ? 49 : 0,
    capacity: i === 7 ? 50 : 5000,
  }));

  const make = (operation: LaunchOperation): string => {
    if (operation.kind === 'image') return `hash-of-${operation.media.url}`;
    if (operation.kind === 'ready') return operation.videoId;
    const id = `${operation.kind}-${made.length + 1}`;
    made.push({
      id,
      kind: operation.kind,
      batch: operation.batch,
      operation: operation.id,
      name: operation.kind === 'ad' ? operation.name : operation.id,
      ...(operation.kind === 'ad' ? { adSetId: operation.adSet.id } : {}),
      ...(operation.kind === 'ad' && operation.creativeId !== undefined
        ? { creativeId: operation.creativeId }
        : {}),
      at: clock.monotonic(),
    });
    return id;
  };

  const answer = (operation: LaunchOperation): Outcome => {
    const key = `${operation.batch} ${operation.id}`;
    const count = (sends.get(key) ?? 0) + 1;
    sends.set(key, count);
    const mood = options.mood?.(operation, count) ?? 'ok';
    if (mood === 'unanswered') return { state: 'unknown', failure: failure('transient') };
    if (mood === 'waiting') return { state: 'waiting', retryInMs: 30 * 60_000 };
    if (mood !== 'ok' && mood !== 'lost') return { state: 'failed', failure: failure(mood) };
    const ref = make(operation);
    return mood === 'lost'
      ? { state: 'unknown', failure: failure('transient') }
      : { state: 'done', ref };
  };

  const platform: AdPlatform = {
    definition: testDefinition(),
    accounts: {
      list: async () => accounts,
      identities: async () => [],
      campaigns: async () => [],
      adSets: async () => adSets,
    },
    launch: {
      creatives: 'shared',
      waveSize: options.waveSize ?? 5,
      settleMs: 10_000,
      answerMs: options.answerMs ?? 5_000,
      leavesMarks: true,
      firstLookMs: 5_000,
      creativeKey: () => '',
      cost: (operations) => ({ calls: operations.length, requests: 1 }),
      async send(access, operations) {
        counted.requests += 1;
        counted.calls += operations.length;
        // Long enough for another worker to get in between.
        await clock.sleep(50);
        if (access.isLeaseHeld?.() === false)
          return operations.map(() => ({ state: 'failed', failure: failure('throttled') }));
        await clock.sleep(options.slowMs?.() ?? 0);
        return operations.map(answer);
      },
      async reconcile(_, operations, taken) {
        const used = new Set(taken);
        return operations.map((operation): Outcome | undefined => {
          const found = made.find(
            (each) =>
              !used.has(each.id) &&
              each.at + (options.lagMs ?? 0) <= clock.monotonic() &&
              each.batch === operation.batch &&
              each.kind === operation.kind &&
              (operation.kind === 'ad'
                ? each.adSetId === operation.adSet.id &&
                  each.creativeId === operation.creativeId &&
                  each.name === operation.name
                : each.operation === operation.id),
          );
          if (found === undefined) return undefined;
          used.add(found.id);
          return { state: 'done', ref: found.id };
        });
      },
      async removeCreatives(_, { ids, batch, gone }) {
        return ids.map((id): CreativeRemoval => {
          const position = made.findIndex((each) => each.id === id);
          if (position < 0) return { state: 'removed' };
          if (made[position]?.batch !== batch)
            return { state: 'kept', why: 'It is not of this batch.' };
          const ad = made.find((each) => each.creativeId === id && !gone.includes(each.id));
          if (ad !== undefined)
            return { state: 'kept', why: `Ad ${ad.id} still shows this creative.` };
          made.splice(position, 1);
          return { state: 'removed' };
        });
      },
      managerUrl: ({ adAccountId }, adId) => `https://manager.test/${adAccountId}/${adId}`,
      usage: () => undefined,
    },
    edit: {
      setStatus: async (_, changes) => changes.map(({ id }) => ({ id })),
      setEnd: async (_, changes) => changes.map(({ id }) => ({ id })),
      remove: async (_, objects) => {
        for (const { id } of objects) {
          const position = made.findIndex((each) => each.id === id);
          if (position >= 0) made.splice(position, 1);
        }
        return objects.map(({ id }) => ({ id }));
      },
      rename: async (_, changes) => changes.map(({ id }) => ({ id })),
      setBudget: async () => {},
    },
  };
  return { platform, made, counted };
}

export function failure(kind: FailureClass): PlatformFailure {
  return {
    platform: 'primary',
    class: kind,
    message: `The platform said ${kind}.`,
    fix: 'Do something about it.',
    retryable: ['throttled', 'transient', 'flaky'].includes(kind),
    traceId: 'T',
  };
}
