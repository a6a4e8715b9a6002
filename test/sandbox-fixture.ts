import { meta } from '../adapters/platforms/meta/index.ts';
import type { PlatformTimes } from '../adapters/platforms/module.ts';
import { createManualClock } from '../adapters/runtime/manual-clock.ts';
import { seed } from '../adapters/sandbox/meta/seed/names.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { MediaSource } from '../core/ports/media.ts';
import type { Store } from '../core/ports/store.ts';
import { createTestService, type TestServiceOptions } from './test-service.ts';

export type { SandboxCounters } from './test-service.ts';

/** The service with one real adapter and its simulation, on a clock that jumps. */
export async function createSandboxFixture(
  options: {
    readonly store?: Store;
    readonly media?: MediaSource;
    readonly clock?: Clock;
    readonly times?: PlatformTimes;
    readonly watch?: NonNullable<TestServiceOptions['watch']>;
  } = {},
) {
  const { times = {}, clock = createManualClock(undefined, { auto: true }), ...rest } = options;
  const service = await createTestService({
    ...rest,
    clock,
    platforms: [meta],
    times: { primary: times },
  });
  const { primary } = service.ports.platforms;
  if (primary === undefined) throw new Error('There is no platform.');
  const credentials = { accessToken: seed.token };
  const access = (adAccountId: string, currency = 'EUR', timezone = 'Europe/Berlin') => ({
    companyId: service.companyId,
    adAccountId,
    currency,
    timezone,
    credentials,
  });
  return { ...service, primary, access, credentials };
}
