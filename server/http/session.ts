import { SESSION_MS } from '../../core/access/sessions.ts';

/**
 * The dashboard's session: a token in a cookie that no script can read, which stands for the key somebody signed in
 * with (core/access/sessions.ts). Both are looked up for every request, so signing out and revoking the key end it
 * at once.
 *
 * A cookie counts only together with a header that other sites' pages cannot send: browsers ask us first, and
 * we never allow it. SameSite=Strict keeps the cookie at home in the first place.
 */
const SESSION_COOKIE = 'slipway_session';
const SESSION_HEADER = 'x-slipway-dashboard';

/** The Set-Cookie header that begins a session. */
export const sessionCookie = (token: string, secure: boolean): string => cookie(token, SESSION_MS / 1000, secure);

/** The one that ends it in the browser. */
export const noCookie = (secure: boolean): string => cookie('', 0, secure);

const cookie = (value: string, seconds: number, secure: boolean): string =>
  `${SESSION_COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The token of a request of the dashboard; undefined when it is none of its own. */
export function sessionOf(request: Request): string | undefined {
  return request.headers.get(SESSION_HEADER) === null || isForeign(request) ? undefined : formerSession(request);
}

/** The token a browser has, whoever sent the request: good for ending the session, never for being let in. */
export function formerSession(request: Request): string | undefined {
  return /(?:^|;\s*)slipway_session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1];
}

/** Browsers say where a request comes from; nobody else needs to. */
export const isForeign = (request: Request): boolean =>
  !['same-origin', 'none', null].includes(request.headers.get('sec-fetch-site'));
