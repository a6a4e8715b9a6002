import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { silent } from '../../../core/ports/log.ts';
import type { CallLimit } from '../../http/budget.ts';
import { type AppOptions, openedBy } from '../module.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createBoostedPins } from './launch/pins.ts';
import { createAccounts } from './read/accounts.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { usualUrl } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at `usualUrl`; settles in 30 s. `limit`: by default 100 calls a second for a user of an app, as the
 * platform states.
 */
export type PinterestOptions = AppOptions;

const universal: CallLimit = { perSecond: 100, perMinute: 6_000 };

/** The Pinterest API, v5. Credentials: `accessToken`, or `refreshToken` with `appId` and `appSecret`. */
export function openPinterest(options: PinterestOptions): AdPlatform {
  const { http, clock, media, secrets, log = silent, settleMs = 30_000, timeoutMs = 30_000, limit = universal } = options;
  const api = createApi({
    http,
    clock,
    secrets,
    log,
    limit,
    timeoutMs,
    budget: options.budget,
    credentials: options.credentials,
    baseUrl: withoutTrailing(options.baseUrl ?? usualUrl, '/'),
    uploadTimeoutMs: options.uploadTimeoutMs ?? 120_000,
  });
  const { answerMs = timeoutMs } = options;
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, secrets, media, fail: api.wire.fail, boosted: createBoostedPins() },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 5_000 },
    ),
    edit: createEdit(api),
    duplicate: createCopies({ ...api, clock, secrets }, { settleMs, answerMs }),
    inspect: createInspect(api),
    report: createReport({ ...api, clock }),
    conversions: createConversions(api),
  };
}

export const open = openedBy(openPinterest);
