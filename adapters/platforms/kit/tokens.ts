import { PlatformError, SlipwayError } from '../../../core/base/errors.ts';
import { accessTokenEnd as endsAt, refreshTokenEnd } from '../../../core/ports/platform-oauth.ts';
import { classOfStatus, type Fail, fixes } from './failures.ts';
import { asRow, numeric, parse, type Row, text } from './json.ts';
import type {
  Clock,
  CredentialStore,
  Credentials,
  Http,
  HttpRequest,
  HttpResponse,
  PlatformFailure,
} from './ports.ts';
import type { Caller } from './requests.ts';
import type { Scrub } from './scrub.ts';

/**
 * Renews access tokens before they end and when the platform refuses one, once for all workers, and
 * stores them before use. Renews nothing without a `refreshToken`.
 */
export interface Tokens {
  /** Throws `PlatformError` where no token works. */
  current(caller: Caller): Promise<Credentials>;
  /**
   * Other credentials than the refused ones, or the same where there are no others. Throws
   * `PlatformError`.
   */
  after(caller: Caller, refused: string): Promise<Credentials>;
  /** For a new connection. Throws `PlatformError`. */
  exchange(companyId: string, credentials: Credentials): Promise<Credentials>;
  /** For tokens that end when unused. Throws `PlatformError`. */
  renew(caller: Caller): Promise<Credentials>;
  /** The credentials last used, for keeping them out of logs. */
  known(caller: Caller): Credentials | undefined;
}

interface TokensOptions {
  readonly http: Http;
  readonly clock: Clock;
  readonly fail: Fail;
  readonly scrub: Scrub;
  /** Absent: this process alone renews and keeps tokens. */
  readonly store?: CredentialStore | undefined;
  /** `grant_type=refresh_token` at the platform's token endpoint. */
  readonly request: (credentials: Credentials) => HttpRequest;
}

/** Longer than a call takes, and than clocks differ. */
const MARGIN_MS = 5 * 60_000;
/** The platform objects to something else than a token this young. */
const YOUNG_MS = 60_000;
/** A renewal that was refused, or not answered, is not tried again for this long. */
const REFUSED_MS = 60_000;
const UNANSWERED_MS = 5_000;
/** Less than the lease under which tokens are renewed. */
const TIMEOUT_MS = 15_000;

interface Kept {
  readonly credentials: Credentials;
  /** By the monotonic clock. */
  readonly at: number;
}

export function createTokens({ http, clock, fail, scrub, store, request }: TokensOptions): Tokens {
  const kept = new Map<string, Kept>();
  const failed = new Map<string, { readonly failure: PlatformFailure; readonly until: number }>();
  const underWay = new Map<string, Promise<Credentials>>();

  const leftMs = (credentials: Credentials) => {
    if (!credentials.accessToken) return Number.NEGATIVE_INFINITY;
    return (numeric(credentials[endsAt]) ?? Number.POSITIVE_INFINITY) - clock.now();
  };

  const tokens: Tokens = {
    async current(caller) {
      const best = newest(caller.credentials, tokens.known(caller));
      if (best.refreshToken === undefined || leftMs(best) > MARGIN_MS) return best;
      return renewed(caller, (stored) => leftMs(stored) <= MARGIN_MS).catch((error: unknown) => {
        // The old token works until it ends.
        if (error instanceof PlatformError && leftMs(best) > 0) return best;
        throw error;
      });
    },
    async after(caller, refused) {
      const known = kept.get(keyOf(caller));
      const latest = newest(caller.credentials, known?.credentials);
      if (latest.accessToken !== refused) return latest;
      const isYoung =
        known?.credentials.accessToken === refused && clock.monotonic() - known.at < YOUNG_MS;
      if (latest.refreshToken === undefined || isYoung) return latest;
      return renewed(caller, ({ accessToken }) => accessToken === refused);
    },
    async exchange(companyId, credentials) {
      if (credentials.refreshToken === undefined || leftMs(credentials) > MARGIN_MS)
        return credentials;
      return renewed({ companyId, credentials }, (stored) => leftMs(stored) <= MARGIN_MS);
    },
    renew: (caller) =>
      tokens.after(caller, newest(caller.credentials, tokens.known(caller)).accessToken ?? ''),
    known: (caller) => kept.get(keyOf(caller))?.credentials,
  };
  return tokens;

  /** Callers of this process share one renewal; the store serialises processes. */
  function renewed(caller: Caller, isStale: (stored: Credentials) => boolean) {
    const key = keyOf(caller);
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const work = renew(caller, key, isStale).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  async function renew(
    caller: Caller,
    key: string,
    isStale: (stored: Credentials) => boolean,
  ): Promise<Credentials> {
    const { companyId, connectionId } = caller;
    const before = failed.get(key);
    if (before !== undefined && before.until > clock.monotonic())
      throw new PlatformError(before.failure);
    try {
      const credentials =
        store === undefined || connectionId === undefined
          ? await ask(newest(caller.credentials, kept.get(key)?.credentials))
          : await store.renew({ companyId, connectionId }, isStale, ask);
      failed.delete(key);
      kept.set(key, { credentials, at: clock.monotonic() });
      return credentials;
    } catch (error) {
      const failure = failureOf(error);
      failed.set(key, {
        failure,
        until: clock.monotonic() + (failure.retryable ? UNANSWERED_MS : REFUSED_MS),
      });
      throw new PlatformError(failure);
    }
  }

  function failureOf(error: unknown) {
    if (error instanceof PlatformError) return error.failure;
    // The connection was removed meanwhile.
    if (error instanceof SlipwayError && error.code === 'conflict')
      return fail('auth', error.message, fixes.reconnect);
    throw error;
  }

  async function ask(credentials: Credentials) {
    const [result] = await http.requestAll([{ timeoutMs: TIMEOUT_MS, ...request(credentials) }]);
    if (!result?.ok)
      throw new PlatformError(
        fail('transient', `The platform renewed no token: ${result?.message ?? 'no answer.'}`),
      );
    const given = tokensIn(asRow(parse(result.text)) ?? {}, clock.now());
    if (result.status >= 300 || given === undefined)
      throw new PlatformError(scrub(refusalOf(result, fail), credentials));
    const { [endsAt]: _ended, [refreshTokenEnd]: end, ...others } = credentials;
    // The end of the former refresh token says nothing about another one.
    const isSame =
      given.refreshToken === undefined || given.refreshToken === credentials.refreshToken;
    // Some platforms replace the refresh token at each use, others leave it out.
    return {
      ...others,
      ...(isSame && end !== undefined && { [refreshTokenEnd]: end }),
      ...given,
      refreshToken: given.refreshToken ?? credentials.refreshToken ?? '',
    };
  }
}

export function tokensIn(body: Row, now: number): Credentials | undefined {
  const [accessToken, refreshToken] = [text(body.access_token), text(body.refresh_token)];
  if (!accessToken) return undefined;
  const endOf = (seconds: number | undefined, name: string) =>
    seconds === undefined ? {} : { [name]: String(now + seconds * 1_000) };
  return {
    accessToken,
    ...(refreshToken && { refreshToken }),
    ...endOf(numeric(body.expires_in), endsAt),
    ...(refreshToken && endOf(numeric(body.refresh_token_expires_in), refreshTokenEnd)),
  };
}

/** Without a connection a token belongs to its refresh token. */
const keyOf = ({ companyId, connectionId, credentials }: Caller) =>
  connectionId === undefined
    ? `${companyId} with ${credentials.refreshToken ?? ''}`
    : `${companyId} ${connectionId}`;

/** The one that ends later. */
function newest(read: Credentials, known: Credentials | undefined) {
  if (known === undefined) return read;
  return (numeric(read[endsAt]) ?? 0) > (numeric(known[endsAt]) ?? 0) ? read : known;
}

/** A refused refresh token means the same everywhere: connect again. */
function refusalOf(response: HttpResponse, fail: Fail) {
  const kind = classOfStatus(response.status);
  if (kind === 'transient' || kind === 'throttled')
    return fail(
      'transient',
      `The platform did not renew the access token (HTTP ${response.status}).`,
    );
  const body = asRow(parse(response.text));
  const says = [text(body?.error), text(body?.error_description) ?? text(body?.message)]
    .filter(Boolean)
    .join(': ');
  return fail(
    'auth',
    `The platform does not renew the access token${says === '' ? '.' : `: ${says}`}`,
    fixes.reconnect,
  );
}
