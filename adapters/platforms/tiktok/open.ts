import type { CallLimit } from '../../http/budget.ts';
import { type AppOptions, apiOptions, openedBy, type PlatformHost } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createComments } from './comments.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createLeads } from './leads.ts';
import { createAccounts } from './read/accounts.ts';
import { createIdentities } from './read/identities.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { usualUrl } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at `usualUrl`; settles in 30 s, copies in the background for up to 600 s. `limit`:
 * by default the platform's smallest, 10 calls a second and 600 a minute.
 */
export type TiktokOptions = AppOptions & Pick<PlatformHost, 'md5'>;

const basic: CallLimit = { perSecond: 10, perMinute: 600 };

/**
 * Credentials: `accessToken`, and either `appId` and `secret`, with which the platform tells the ad accounts, or `advertiserIds`,
 * joined by commas.
 */
export function openTiktok(options: TiktokOptions): AdPlatform {
  const { clock, media, secrets, md5, settleMs = 30_000 } = options;
  const shared = apiOptions(options, { baseUrl: usualUrl, limit: basic });
  const api = createApi(shared);
  const identities = createIdentities(api, clock);
  // Of an ad; a video that is uploaded twice costs nothing.
  const { answerMs = shared.timeoutMs } = options;
  return {
    definition,
    accounts: createAccounts(api.calls, identities),
    launch: createLaunch(
      { ...api, identities, secrets, media, md5, fail: api.wire.fail },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 10_000 },
    ),
    edit: createEdit(api),
    duplicate: createCopies(api, clock, { settleMs, answerMs, asyncMs: options.asyncMs ?? 600_000 }),
    inspect: createInspect({ ...api, identities }),
    report: createReport(api),
    comments: createComments({ ...api, clock, settleMs, answerMs, lagMs: Math.min(settleMs, 10_000) }),
    conversions: createConversions(api),
    leads: createLeads(api),
  };
}

export const open = openedBy(openTiktok);
