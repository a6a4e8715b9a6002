import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Http } from '../../../core/ports/http.ts';
import { type Log, silent } from '../../../core/ports/log.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import { withoutTrailing } from '../../../core/schema/trimmed.ts';
import type { Budget, CallLimit } from '../../http/budget.ts';
import type { PlatformHost } from '../module.ts';
import { createCopies } from './copy/copies.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createAccounts } from './read/accounts.ts';
import { createIdentities } from './read/identities.ts';
import { createInspect } from './read/inspect.ts';
import { createReport } from './read/report.ts';
import { createApi } from './wire/client.ts';

export interface TiktokOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly media: MediaSource;
  readonly secrets: Secrets;
  /** Hex digits of a file's MD5, by which the platform checks uploads: adapters/runtime/md5.ts. */
  readonly md5: (bytes: Uint8Array) => string;
  readonly log?: Log;
  /** Default https://business-api.tiktok.com/open_api/v1.3. The sandbox answers under an address of its own. */
  readonly baseUrl?: string;
  /** How long a lost creation may stay invisible. Default 30,000. */
  readonly settleMs?: number;
  /** How long a copy in the background may go on before it is taken for stuck. Default 600,000. */
  readonly asyncMs?: number;
  /** Default 10,000. */
  readonly firstLookMs?: number;
  /** Of a call. Default 30,000. */
  readonly timeoutMs?: number;
  /** Of a call that carries a file. Default 120,000. */
  readonly uploadTimeoutMs?: number;
  /** How long what a process that died had sent may be under way. Default: as long as an answer is waited for. */
  readonly answerMs?: number;
  /** What the app may call; the platform gives more to larger ones. Default: its smallest, 10 a second and 600 a minute. */
  readonly limit?: CallLimit;
  /** Shared where several adapters call for the same app; else each has its own. */
  readonly budget?: Budget;
}

const basic: CallLimit = { perSecond: 10, perMinute: 600 };

/** Opens it for a service. */
export const open = ({ times, ...host }: PlatformHost): AdPlatform =>
  openTiktok({ ...host, ...times, ...(times?.timeoutMs !== undefined && { uploadTimeoutMs: times.timeoutMs }) });

/**
 * The TikTok API for Business, v1.3. Credentials: `accessToken`, and either `appId` and `secret`, with which the
 * platform tells the ad accounts, or `advertiserIds`, joined by commas.
 */
export function openTiktok(options: TiktokOptions): AdPlatform {
  const { http, clock, media, secrets, md5, log = silent, settleMs = 30_000, timeoutMs = 30_000, limit = basic } = options;
  const api = createApi({
    ...{ http, clock, secrets, log, limit, timeoutMs, budget: options.budget },
    baseUrl: withoutTrailing(options.baseUrl ?? 'https://business-api.tiktok.com/open_api/v1.3', '/'),
    uploadTimeoutMs: options.uploadTimeoutMs ?? 120_000,
  });
  const identities = createIdentities(api, clock);
  // Of an ad; a video that is uploaded twice costs nothing.
  const { answerMs = timeoutMs } = options;
  return {
    definition,
    accounts: createAccounts(api.calls, identities),
    launch: createLaunch({
      ...{ ...api, identities, secrets, media, md5, settleMs, answerMs },
      firstLookMs: options.firstLookMs ?? 10_000,
    }),
    edit: createEdit(api),
    duplicate: createCopies({ ...api, clock, settleMs, answerMs, asyncMs: options.asyncMs ?? 600_000 }),
    inspect: createInspect({ ...api, identities }),
    report: createReport(api),
  };
}
