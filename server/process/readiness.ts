import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { HealthCheck } from '../http/health.ts';
import type { Gauge } from '../http/metrics.ts';

/**
 * Whether requests may be sent to this process. Throws `unavailable`: it is about to end, or its
 * store is not well.
 */
export async function readinessOf(health: HealthCheck, isDraining: boolean) {
  if (isDraining)
    throw new SlipwayError(
      'unavailable',
      'This process is about to end. Send requests to another.',
    );
  const { waiting, dead } = await health();
  const warnings = [...waiting, ...dead].map(({ message }) => message);
  return {
    success: true as const,
    status: 'ready' as const,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Longer than a store that is well takes, shorter than a scraper waits. */
const GAUGE_MS = 2_000;

/**
 * What the store says about the service, for metrics. Never rejects, and answers soon: metrics are
 * wanted most when it is away.
 */
export async function storeGauges(check: HealthCheck, clock: Clock): Promise<readonly Gauge[]> {
  const late = clock.sleep(GAUGE_MS).then(() => undefined);
  const health = await Promise.race([check().catch(() => undefined), late]);
  const up = {
    name: 'slipway_store_up',
    help: 'Whether the store answers this process.',
    value: health === undefined ? 0 : 1,
  };
  if (health === undefined) return [up];
  return [
    up,
    {
      name: 'slipway_oldest_due_job_seconds',
      help: 'How long the oldest job of all has been waiting for a worker.',
      value: health.oldestDueJobMs / 1000,
    },
    ...health.due.flatMap(({ queue, jobs, oldestMs }) => [
      {
        name: 'slipway_jobs_due',
        help: 'Jobs whose time has come and that no worker has yet.',
        labels: { queue },
        value: jobs,
      },
      {
        name: 'slipway_jobs_due_seconds',
        help: 'How long the oldest of them has been waiting.',
        labels: { queue },
        value: oldestMs / 1000,
      },
    ]),
    ...health.waiting.map(({ queue, reason, jobs }) => ({
      name: 'slipway_jobs_nobody_takes',
      help: 'Jobs that no worker has taken for a minute.',
      labels: { queue, reason },
      value: jobs,
    })),
    ...health.dead.map(({ queue, jobs }) => ({
      name: 'slipway_jobs_dead',
      help: 'Jobs that failed too often and are tried no more until they are put back.',
      labels: { queue },
      value: jobs,
    })),
  ];
}
