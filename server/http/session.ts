import { SESSION_MS } from '../../core/access/sessions.ts';

/**
 * The dashboard's session: a token in a cookie that no script can read, for the key a person signed
 * in with (core/access/sessions.ts). Both are looked up for every request, so signing out and
 * revoking the key end it at once. The cookie counts only with a header that pages of other sites
 * cannot send.
 */
const SESSION_COOKIE = 'slipway_session';
const SESSION_HEADER = 'x-slipway-dashboard';

/** Empty, or what the addresses of a service start with that is mounted below a path: `/ads`. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');

export const sessionCookie = (token: string, secure: boolean): string =>
  cookie(token, SESSION_MS / 1000, secure);

export const noCookie = (secure: boolean): string => cookie('', 0, secure);

const cookie = (value: string, seconds: number, secure: boolean): string =>
  `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The token of a request of the dashboard; undefined when it is none of its own. */
export function sessionOf(request: Request): string | undefined {
  return request.headers.get(SESSION_HEADER) === null || isForeign(request)
    ? undefined
    : formerSession(request);
}

/**
 * The token of a browser, also in requests of other sites: it can end the session and lets nothing
 * in.
 */
export function formerSession(request: Request): string | undefined {
  return /(?:^|;\s*)slipway_session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
}

/**
 * Browsers say where a request comes from; other clients do not. Over plain http, and in old ones,
 * only `Origin` says it.
 */
export function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  if (origin === null) return false;
  // A proxy may ask for another host than the page. No page of another site can send either header.
  const own = [
    request.headers.get('host') ?? new URL(request.url).host,
    request.headers.get('x-forwarded-host'),
  ];
  return !URL.canParse(origin) || !own.includes(new URL(origin).host);
}
