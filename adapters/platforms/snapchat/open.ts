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
import { createOwn } from './own.ts';
import { createAccounts } from './read/accounts.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createUpdate } from './update/update.ts';
import { eventsVersion, version } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at `usualUrl`; settles in 30 s. `limit`: by default the 10 calls a second that a token
 * may make.
 */
export interface SnapchatOptions extends AppOptions {
  /** Default: the platform's own, or beside a given `baseUrl`. */
  readonly tokenUrl?: string;
  /** Bytes sent in one piece. Default 32,000,000. */
  readonly pieceBytes?: number;
}

const usualUrl = `https://adsapi.snapchat.com/${version.pinned}`;
/** Events have their own host. */
const usualEventsUrl = `https://tr.snapchat.com/${eventsVersion}`;
const usualTokenUrl = 'https://accounts.snapchat.com/login/oauth2/access_token';
const documented: CallLimit = { perSecond: 10, perMinute: 600 };

/** Credentials: `clientId`, `clientSecret` and `refreshToken`, or an `accessToken` alone. */
export function openSnapchat(options: SnapchatOptions): AdPlatform {
  const { clock, media, settleMs = 30_000 } = options;
  const shared = apiOptions(options, { baseUrl: usualUrl, limit: documented });
  const { baseUrl } = shared;
  const root = baseUrl.replace(/\/v\d+$/, '');
  const beside = `${root}/login/oauth2/access_token`;
  const tokenUrl = options.tokenUrl ?? (options.baseUrl === undefined ? usualTokenUrl : beside);
  const api = createApi({ ...shared, tokenUrl });
  const { answerMs = shared.timeoutMs } = options;
  const { change, ...edit } = createEdit(api);
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, baseUrl, media, fail: api.wire.fail, pieceBytes: options.pieceBytes ?? 32_000_000 },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 5_000 },
    ),
    edit,
    update: createUpdate({ ...api, clock, change }),
    create: createCreate({ ...api, clock, change }, copyTimes({ settleMs, answerMs })),
    duplicate: createCopies(api, clock, { settleMs, answerMs }),
    inspect: createInspect(api),
    report: createReport(api),
    conversions: createConversions(
      api,
      options.baseUrl === undefined ? usualEventsUrl : `${root}/${eventsVersion}`,
    ),
    own: createOwn(api),
  };
}

export const open = openedBy(openSnapchat);
