import type { Clock } from '../../core/ports/clock.ts';
import type { Secrets } from '../../core/ports/secrets.ts';

/**
 * The dashboard's session: the API key somebody signed in with, sealed with the service's secret in a cookie
 * that no script can read. Nothing is kept on our side, and the key is looked up for every request, so a
 * revoked key ends its sessions at once.
 *
 * A cookie counts only together with a header that other sites' pages cannot send: browsers ask us first, and
 * we never allow it. SameSite=Strict keeps the cookie at home in the first place.
 */
const SESSION_COOKIE = 'slipway_session';
const SESSION_HEADER = 'x-slipway-dashboard';

const LIFE_SECONDS = 12 * 3600;

interface SessionPorts {
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The Set-Cookie header that begins a session. */
export async function beginSession({ secrets, clock }: SessionPorts, key: string, secure: boolean): Promise<string> {
  const sealed = await secrets.seal(JSON.stringify({ session: key, until: clock.now() + LIFE_SECONDS * 1000 }));
  return cookie(sealed, LIFE_SECONDS, secure);
}

export const endSession = (secure: boolean): string => cookie('', 0, secure);

const cookie = (value: string, seconds: number, secure: boolean): string =>
  `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The Authorization header a request of the dashboard stands for; undefined when it is none of its own. */
export async function authorizationOfSession({ secrets, clock }: SessionPorts, request: Request): Promise<string | undefined> {
  if (request.headers.get(SESSION_HEADER) === null || isForeign(request)) return undefined;
  const value = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
  if (value === undefined) return undefined;
  try {
    // Only we can seal, so it is what beginSession wrote, or something else of ours without these members.
    const { session, until } = JSON.parse(await secrets.open(value)) as { session?: unknown; until?: unknown };
    return typeof session === 'string' && Number(until) > clock.now() ? `Bearer ${session}` : undefined;
  } catch {
    return undefined;
  }
}

/** Browsers say where a request comes from; nobody else needs to. */
export const isForeign = (request: Request): boolean =>
  !['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'));
