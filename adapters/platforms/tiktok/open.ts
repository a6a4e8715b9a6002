import type { CallLimit } from '../../http/budget.ts';
import { type AppOptions, apiOptions, openedBy, type PlatformHost } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createComments } from './comments.ts';
import { createConversions } from './conversions.ts';
import { createCopies } from './copy/copies.ts';
import { createCreate } from './create/create.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createFamilies, type ManualEnd, manualEnd, type Tiktok } from './family.ts';
import { createLaunch } from './launch/launch.ts';
import { createLeads } from './leads/leads.ts';
import { createAccounts } from './read/accounts.ts';
import { createDelivery } from './read/delivery.ts';
import { createIdentities } from './read/identities.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createButtons } from './smart/buttons.ts';
import { createLine } from './smart/line.ts';
import { createRights } from './smart/rights.ts';
import { createUpdate } from './update/update.ts';
import { usualUrl } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at `usualUrl`; settles in 30 s, copies in the background for up to 600 s. `limit`:
 * by default the platform's smallest, 10 calls a second and 600 a minute.
 */
export type TiktokOptions = AppOptions &
  Pick<PlatformHost, 'md5'> & { readonly manualEnd?: ManualEnd };

const basic: CallLimit = { perSecond: 10, perMinute: 600 };

/**
 * Credentials: `accessToken`, and either `appId` and `secret`, with which the platform tells the ad
 * accounts, or `advertiserIds`, joined by commas.
 */
export function openTiktok(options: TiktokOptions): AdPlatform {
  const { clock, media, secrets, md5, settleMs = 30_000 } = options;
  const shared = apiOptions(options, { baseUrl: usualUrl, limit: basic });
  const end = options.manualEnd ?? manualEnd;
  const wired = createApi(shared);
  const api: Tiktok = {
    ...wired,
    clock,
    end,
    families: createFamilies(),
    line: createLine({ wire: wired.wire, clock, settleMs }),
    rights: createRights(options.accountNotes, end),
  };
  const buttons = createButtons(api, clock);
  const identities = createIdentities(api, clock);
  // Of an ad; a video that is uploaded twice costs nothing.
  const { answerMs = shared.timeoutMs } = options;
  const edit = createEdit(api);
  return {
    definition,
    accounts: createAccounts(api, identities),
    launch: createLaunch(
      { ...api, identities, buttons, secrets, media, md5, fail: api.wire.fail },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 10_000 },
    ),
    create: createCreate(
      { ...api, setStatus: edit.setStatus },
      { settleMs, answerMs, lagMs: Math.min(settleMs, 10_000) },
    ),
    update: createUpdate(api),
    edit,
    duplicate: createCopies(api, buttons, {
      settleMs,
      answerMs,
      asyncMs: options.asyncMs ?? 600_000,
    }),
    inspect: createInspect({ ...api, identities }),
    delivery: createDelivery(api),
    report: createReport(api),
    comments: createComments({ ...api, settleMs, answerMs, lagMs: Math.min(settleMs, 10_000) }),
    conversions: createConversions(api),
    leads: createLeads(api, secrets),
  };
}

export const open = openedBy(openTiktok);
