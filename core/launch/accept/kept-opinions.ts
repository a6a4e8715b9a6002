import { createCache } from '../../base/cache.ts';
import type { AdPlatform } from '../../ports/ad-platform.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Outcome } from '../../ports/platform-launch.ts';

const FRESH_MS = 5 * 60_000;
/** Characters, of one platform for all companies. */
const MOST_KEPT = 8 * 1024 * 1024;

interface Kept {
  readonly until: number;
  readonly outcome: Outcome;
  readonly size: number;
}

/**
 * Keeps a platform's opinion of an ad for five minutes: a plan made again spends no more calls. The
 * platform itself answers plans that want every opinion (`validate=platform`), and ads that it
 * could not judge. Each process keeps its own.
 */
export function keepingOpinions(platform: AdPlatform, clock: Clock): AdPlatform {
  const { launch } = platform;
  if (launch?.validate === undefined || launch.validatesPlansOf === undefined) return platform;
  const { validate } = launch;
  const kept = createCache<Kept>({ max: MOST_KEPT, sizeOf: ({ size }) => size });

  const recall = (key: string): Outcome | undefined => {
    const found = kept.get(key);
    return found !== undefined && clock.monotonic() < found.until ? found.outcome : undefined;
  };
  const keep = (key: string, outcome: Outcome) => {
    const size = key.length + JSON.stringify(outcome).length;
    if (isOpinion(outcome)) kept.set(key, { until: clock.monotonic() + FRESH_MS, outcome, size });
  };

  return {
    ...platform,
    launch: {
      ...launch,
      async validate(access, operations, options) {
        const ads = operations.map((operation) => {
          const key = JSON.stringify([access.companyId, access.adAccountId, operation]);
          return {
            operation,
            key,
            recalled: options?.timeoutMs === undefined ? undefined : recall(key),
          };
        });
        const asked = ads.filter(({ recalled }) => recalled === undefined);
        if (asked.length === 0) return ads.flatMap(({ recalled }) => recalled ?? []);
        const said = await validate(
          access,
          asked.map(({ operation }) => operation),
          options,
        );
        const answers = new Map(asked.map((ad, position) => [ad, said[position]]));
        for (const [{ key }, outcome] of answers) if (outcome !== undefined) keep(key, outcome);
        return ads.flatMap((ad) => ad.recalled ?? answers.get(ad) ?? []);
      },
    },
  };
}

/** A failure that passes says nothing about the ad. */
const isOpinion = (outcome: Outcome) =>
  outcome.state === 'done' || (outcome.state === 'failed' && !outcome.failure.retryable);
