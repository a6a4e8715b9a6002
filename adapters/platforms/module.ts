import type { Operation } from '../../core/operations/operation.ts';
import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { CredentialStore } from '../../core/ports/credential-store.ts';
import type { DayCounts } from '../../core/ports/day-counts.ts';
import type { Http } from '../../core/ports/http.ts';
import type { Log } from '../../core/ports/log.ts';
import type { MediaSource } from '../../core/ports/media.ts';
import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import type { Secrets } from '../../core/ports/secrets.ts';
import type { CallLimit } from '../http/budget.ts';
import type { Pacing } from '../http/pacing.ts';
import type { OAuthDeclaration } from './kit/oauth.ts';

/** A platform as the service takes it: what is known of it, and how to reach it. */
export interface PlatformModule {
  readonly definition: PlatformDefinition;
  open(host: PlatformHost): AdPlatform;
  /** Absent where people connect with keys alone. */
  readonly oauth?: OAuthDeclaration;
  /** Operations that only this platform has. */
  readonly operations?: readonly Operation[];
  /** The form of its API's versions, where another than the usual one can be chosen. */
  readonly version?: { readonly pattern: RegExp; readonly example: string };
}

/** What a platform is given to work with. */
export interface PlatformHost {
  readonly http: Http;
  readonly clock: Clock;
  readonly media: MediaSource;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Hex digits of a file's MD5, by which some platforms check uploads. */
  readonly md5: (bytes: Uint8Array) => string;
  /** Where credentials are kept that the platform renews (kit/tokens.ts). */
  readonly credentials?: CredentialStore;
  /** Where the calls of a day are counted, for platforms that allow so many. Absent: they are not. */
  readonly dayCounts?: DayCounts;
  /** Makes what one process is told about call budgets known to all on the same database. */
  sharePacing?(pacing: Pacing): Pacing;
  /** Where the platform answers, where it is not the usual address. */
  readonly baseUrl?: string;
  /** The version of its API, where it is not the usual one. */
  readonly version?: string;
  /** Where the platform's usual times do not fit, as those of a simulation on this machine. */
  readonly times?: PlatformTimes;
  /** What the app may call, where the platform does not say so itself and gives more than its smallest budget. */
  readonly limit?: CallLimit;
}

/** All in milliseconds. */
export interface PlatformTimes {
  /** How long a lost creation may stay invisible. */
  readonly settleMs?: number;
  /** How long what a process that died had sent may be under way. */
  readonly answerMs?: number;
  /** How long a copy in the background may go on before it is taken for stuck. */
  readonly asyncMs?: number;
  /** A video is first asked about this long after its upload. */
  readonly firstLookMs?: number;
  /** How long an answer is waited for, whatever the request carries. */
  readonly timeoutMs?: number;
}

/** What an adapter is opened with by itself, as tests do: what a host gives, with the times beside. */
export interface PlatformOptions
  extends Pick<PlatformHost, 'http' | 'clock' | 'media' | 'secrets' | 'credentials' | 'dayCounts' | 'baseUrl' | 'version'>,
    PlatformTimes {
  readonly log?: Log;
}
