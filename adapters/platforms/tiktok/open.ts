import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Http } from '../../../core/ports/http.ts';
import { type Log, silent } from '../../../core/ports/log.ts';
import type { MediaSource } from '../../../core/ports/media.ts';
import type { Secrets } from '../../../core/ports/secrets.ts';
import { withoutTrailing } from '../../../core/schema/trimmed.ts';
import { type Budget, type CallLimit, createBudget } from '../../http/budget.ts';
import type { PlatformHost } from '../module.ts';
import { createAccounts } from './accounts.ts';
import { createCalls } from './calls.ts';
import { createApi } from './client.ts';
import { createCopies } from './copies.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createIdentities } from './identities.ts';
import { createInspect } from './inspect.ts';
import { createLaunch } from './launch.ts';
import { createReport } from './report.ts';

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

/** Calls with budgets of their own: half of the seconds and a quarter of the minutes for ads; the same for everybody for copies. */
function limitOf(path: string, limit: CallLimit): CallLimit {
  if (path === 'ad/create/') return { perSecond: Math.ceil(limit.perSecond / 2), perMinute: Math.ceil(limit.perMinute / 4) };
  if (path === 'campaign/copy/task/create/') return { perSecond: 1, perMinute: 30 };
  return path === 'campaign/copy/task/check/' ? { perSecond: 2, perMinute: 60 } : limit;
}

/** Opens it for a service. */
export const open = ({ times, ...host }: PlatformHost): AdPlatform =>
  openTiktok({ ...host, ...times, ...(times?.timeoutMs !== undefined && { uploadTimeoutMs: times.timeoutMs }) });

/**
 * The TikTok API for Business, v1.3. Credentials: `accessToken`, and either `appId` and `secret`, with which the
 * platform tells the ad accounts, or `advertiserIds`, joined by commas.
 */
export function openTiktok(options: TiktokOptions): AdPlatform {
  const { http, clock, media, secrets, md5, log = silent, settleMs = 30_000, timeoutMs = 30_000, limit = basic } = options;
  const budget = options.budget ?? createBudget({ clock, limitOf: (key) => limitOf(key.split(' ')[1] ?? '', limit) });
  const api = createApi({
    ...{ http, clock, secrets, log, budget },
    baseUrl: withoutTrailing(options.baseUrl ?? 'https://business-api.tiktok.com/open_api/v1.3', '/'),
    timeoutMs,
    uploadTimeoutMs: options.uploadTimeoutMs ?? 120_000,
  });
  const calls = createCalls({ api, clock, secrets });
  const identities = createIdentities(calls, clock, api.newTraceId);
  const accounts = createAccounts(calls, identities);
  // Of an ad; a video that is uploaded twice costs nothing.
  const { answerMs = timeoutMs } = options;
  return {
    definition,
    accounts,
    launch: createLaunch({
      ...{ api, calls, identities, secrets, media, md5, settleMs, answerMs },
      firstLookMs: options.firstLookMs ?? 10_000,
    }),
    edit: createEdit({ calls, api }),
    duplicate: createCopies({ calls, api, clock, settleMs, answerMs, asyncMs: options.asyncMs ?? 600_000 }),
    inspect: createInspect({ calls, api, identities }),
    report: createReport({ calls, api }),
  };
}
