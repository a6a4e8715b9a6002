import { withoutTrailing } from '../../core/base/schema/trimmed.ts';
import type { Operation } from '../../core/operations/operation.ts';
import { silent } from '../../core/ports/log.ts';
import type { Budget, CallLimit } from '../http/budget.ts';
import type { Pacing } from '../http/pacing.ts';
import type {
  AccountNotes,
  AdPlatform,
  ApiOptions,
  Clock,
  CredentialStore,
  DayCounts,
  Http,
  Log,
  MediaSource,
  OAuthDeclaration,
  PlatformDefinition,
  Secrets,
} from './types.ts';

export interface PlatformModule {
  readonly definition: PlatformDefinition;
  open(host: PlatformHost): AdPlatform;
  /** Absent where people connect with keys alone. */
  readonly oauth?: OAuthDeclaration;
  readonly operations?: readonly Operation[];
}

export interface PlatformHost {
  readonly http: Http;
  readonly clock: Clock;
  readonly media: MediaSource;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Hex digits of a file's MD5, by which some platforms check uploads. */
  readonly md5: (bytes: Uint8Array) => string;
  /** Keeps credentials that the platform renews (kit/tokens.ts). */
  readonly credentials?: CredentialStore;
  /** Counts the calls of a day, for platforms with a daily limit. Absent: no counting. */
  readonly dayCounts?: DayCounts;
  /** Keeps what answers tell of an ad account. Absent: nothing is kept. */
  readonly accountNotes?: AccountNotes;
  /** Shares what answers tell of call budgets with all processes on the database. */
  sharePacing?(pacing: Pacing): Pacing;
  /** Default: the usual address. */
  readonly baseUrl?: string;
  /** Default: the pinned version. */
  readonly version?: string;
  /** Where the usual times do not fit, as in a simulation. */
  readonly times?: PlatformTimes;
  /**
   * What the app may call, where the platform gives more than its smallest budget without saying
   * so.
   */
  readonly limit?: CallLimit;
}

/** All in milliseconds. */
export interface PlatformTimes {
  /** How long a lost creation may stay invisible. */
  readonly settleMs?: number;
  /** How long requests of a dead process may be under way. */
  readonly answerMs?: number;
  /** A copy in the background that takes longer counts as stuck. */
  readonly asyncMs?: number;
  /** From the upload of a video to the first look at it. */
  readonly firstLookMs?: number;
  /** Of any request, also with files. */
  readonly timeoutMs?: number;
}

/** Opens an adapter by itself, as tests do. */
export interface PlatformOptions
  extends Pick<
      PlatformHost,
      | 'http'
      | 'clock'
      | 'media'
      | 'secrets'
      | 'credentials'
      | 'dayCounts'
      | 'accountNotes'
      | 'baseUrl'
      | 'version'
    >,
    PlatformTimes {
  readonly log?: Log;
}

/** Of adapters whose app has one budget of calls. */
export interface AppOptions extends PlatformOptions, Pick<PlatformHost, 'limit'> {
  /** Default 120,000; 30,000 for calls without files. */
  readonly uploadTimeoutMs?: number;
  /** Shared where several adapters call for the same app. */
  readonly budget?: Budget;
}

/** Opens an adapter for a service. */
export const openedBy =
  (
    open: (
      options: PlatformHost & PlatformTimes & { readonly uploadTimeoutMs?: number },
    ) => AdPlatform,
  ) =>
  ({ times, ...host }: PlatformHost): AdPlatform =>
    open({
      ...host,
      ...times,
      ...(times?.timeoutMs !== undefined && { uploadTimeoutMs: times.timeoutMs }),
    });

/** What `createApi` takes from the options of a platform whose app has one budget of calls. */
export const apiOptions = (
  options: AppOptions,
  usual: { readonly baseUrl: string; readonly limit: CallLimit },
): ApiOptions => ({
  http: options.http,
  clock: options.clock,
  secrets: options.secrets,
  log: options.log ?? silent,
  credentials: options.credentials,
  budget: options.budget,
  limit: options.limit ?? usual.limit,
  timeoutMs: options.timeoutMs ?? 30_000,
  uploadTimeoutMs: options.uploadTimeoutMs ?? 120_000,
  baseUrl: withoutTrailing(options.baseUrl ?? usual.baseUrl, '/'),
});
