import type { CallLimit } from '../../http/budget.ts';
import { copyTimes } from '../kit/rebuild.ts';
import { type AppOptions, apiOptions, openedBy } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { createCreate } from './create/create.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createBoostedPins } from './launch/pins.ts';
import { createLeads } from './leads.ts';
import { createAccounts } from './read/accounts.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createUpdate } from './update.ts';
import { usualUrl } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at `usualUrl`; settles in 30 s. `limit`: by default 100 calls a second for a user of an
 * app, as the platform states.
 */
export type PinterestOptions = AppOptions;

const universal: CallLimit = { perSecond: 100, perMinute: 6_000 };

/**
 * The Pinterest API, v5. Credentials: `accessToken`, or `refreshToken` with `appId` and
 * `appSecret`.
 */
export function openPinterest(options: PinterestOptions): AdPlatform {
  const { clock, media, secrets, settleMs = 30_000 } = options;
  const shared = apiOptions(options, { baseUrl: usualUrl, limit: universal });
  const api = createApi(shared);
  const { answerMs = shared.timeoutMs } = options;
  const { change, ...edit } = createEdit(api);
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, secrets, media, fail: api.wire.fail, boosted: createBoostedPins() },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 5_000 },
    ),
    edit,
    update: createUpdate({ ...api, clock, change }),
    create: createCreate(api, edit.rename, copyTimes({ settleMs, answerMs })),
    duplicate: createCopies({ ...api, clock, secrets }, { settleMs, answerMs }),
    inspect: createInspect(api),
    report: createReport({ ...api, clock }),
    conversions: createConversions(api),
    leads: createLeads(api),
  };
}

export const open = openedBy(openPinterest);
