import type { Clock } from '../../core/ports/clock.ts';
import type { Facts } from '../../core/ports/facts.ts';
import type { Gauge } from '../http/metrics.ts';

/** Notes when figures of each platform were last stored by this process. */
export function stampedFacts(
  facts: Facts,
  clock: Clock,
): { readonly facts: Facts; gauges(): readonly Gauge[] } {
  const stored = new Map<string, number>();
  return {
    facts: {
      ...facts,
      async put(companyId, scope, rows, fetchedAt) {
        await facts.put(companyId, scope, rows, fetchedAt);
        stored.set(platformOf(scope.accountId), clock.now());
      },
    },
    gauges: () =>
      [...stored].map(([platform, at]) => ({
        name: 'slipway_facts_stored_timestamp_seconds',
        help: 'When this process last stored figures of a platform.',
        labels: { platform },
        value: Math.round(at / 1000),
      })),
  };
}

const platformOf = (accountId: string): string => accountId.split(':')[0] ?? '';
