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
import { createOwners } from './launch/uploads.ts';
import { createLeads } from './leads.ts';
import { createOwn } from './own.ts';
import { createAccounts } from './read/accounts.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createUpdate } from './update.ts';
import { version as versions } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at https://api.linkedin.com/rest; settles in 30 s. The platform publishes no limits:
 * `limit` is a guess.
 */
export type LinkedinOptions = AppOptions;

const usualBase = 'https://api.linkedin.com/rest';
const usualTokenUrl = 'https://www.linkedin.com/oauth/v2/accessToken';
const cautious: CallLimit = { perSecond: 40, perMinute: 1_200 };

/** Credentials: `accessToken`, or `refreshToken` with `clientId` and `clientSecret`. */
export function openLinkedin(options: LinkedinOptions): AdPlatform {
  const { clock, media, secrets, settleMs = 30_000 } = options;
  const version = options.version ?? versions.pinned;
  const shared = apiOptions(options, { baseUrl: usualBase, limit: cautious });
  const { baseUrl } = shared;
  // Elsewhere tokens are made beside the API.
  const tokenUrl =
    baseUrl === usualBase
      ? usualTokenUrl
      : `${baseUrl.replace(/\/rest$/, '')}/oauth/v2/accessToken`;
  const api = createApi({ ...shared, version, tokenUrl });
  // Of an ad; a file that is uploaded twice costs nothing.
  const { answerMs = shared.timeoutMs } = options;
  const edit = createEdit(api);
  const ownerOf = createOwners(api, clock);
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, clock, media, fail: api.wire.fail, ownerOf },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 10_000 },
    ),
    edit,
    update: createUpdate({ ...api, clock }),
    create: createCreate(
      { ...api, clock, ownerOf },
      edit.rename,
      copyTimes({ settleMs, answerMs }),
    ),
    duplicate: createCopies(api, clock, { settleMs, answerMs }),
    inspect: createInspect(api),
    report: createReport(api),
    conversions: createConversions(api),
    leads: createLeads(api, secrets),
    own: createOwn(api, clock, version),
  };
}

export const open = openedBy(openLinkedin);
