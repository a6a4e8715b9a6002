import type { Caller } from '../../core/access/caller.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { RateWindow } from '../../core/ports/rate.ts';
import type { HeaderBag } from './reply.ts';
import { isOperation, type Route, type Service } from './route.ts';
import type { ServerSettings } from './settings.ts';

const WINDOW = 60_000;

/** `ask`: sent with POST and changes nothing, like a plan. */
type Use = 'read' | 'write' | 'upload' | 'ask' | 'sign-in';

/**
 * A person clicks more often than a program should ask; what only looks at something costs like a
 * look.
 */
const SESSION = { read: 600, write: 120, upload: 120 } as const;

/** Each leaves a session behind, and each session has an allowance. */
const SIGN_INS = 20;

/** By default a company may send as much as this many of its keys. */
const KEYS_OF_A_COMPANY = 50;

export function useOf(request: Request, route?: Pick<Route, 'envelope' | 'operation'>): Use {
  if (request.method === 'GET' || request.method === 'HEAD') return 'read';
  if (route?.envelope === 'upload') return 'upload';
  return route !== undefined && isOperation(route.operation) && route.operation.effects === 'reads'
    ? 'ask'
    : 'write';
}

interface Window extends RateWindow {
  readonly code: 'key_limit' | 'session_limit' | 'company_limit';
  readonly whose: string;
  readonly what: string;
}

/**
 * Counts a request against the allowance of its key or session and against that of the company, or
 * throws `rate_limit_exceeded`: then it counts nowhere. `headers` tell the narrower of them in
 * either case.
 */
export async function allow(
  { ports, settings }: Pick<Service, 'ports' | 'settings'>,
  caller: Caller,
  use: Use,
  headers: HeaderBag,
): Promise<void> {
  const windows = [ownWindow(settings, caller, use), companyWindow(settings, caller, use)] as const;
  const taken = await ports.rate.take(windows, WINDOW, ports.clock.now());
  const [own, company] = taken;
  if (own === undefined || company === undefined) throw new Error('A request was counted nowhere.');
  // The headers tell what refuses, else the window with the least left.
  const isOwn = own.allowed ? company.allowed && own.remaining <= company.remaining : true;
  const told = windows[isOwn ? 0 : 1];
  headers.set('X-RateLimit-Limit', String(told.limit));
  headers.set('X-RateLimit-Remaining', String((isOwn ? own : company).remaining));
  if (own.allowed && company.allowed) return;
  const seconds = Math.max(
    1,
    Math.ceil(Math.max(...taken.map(({ retryAfterMs }) => retryAfterMs)) / 1000),
  );
  headers.set('Retry-After', String(seconds));
  const { code, whose, what, limit } = told;
  const message = `${whose} may send ${limit} ${what} requests in 60 seconds. Try again in ${seconds} s; this one did not count.`;
  throw new SlipwayError('rate_limit_exceeded', message, {
    details: [{ path: '', code, message }],
  });
}

const words = { read: 'reading', write: 'writing', upload: 'uploading' } as const;

function ownWindow(
  { readLimit, writeLimit }: ServerSettings,
  { keyId, sessionId }: Caller,
  use: Use,
): Window {
  if (use === 'sign-in')
    return {
      key: `${keyId}:sign-in`,
      limit: SIGN_INS,
      code: 'key_limit',
      whose: 'This key',
      what: 'sign-in',
    };
  if (sessionId !== undefined) {
    const kind = use === 'ask' ? 'read' : use;
    const limits = { key: `session:${sessionId}:${kind}`, limit: SESSION[kind] };
    return {
      ...limits,
      code: 'session_limit',
      whose: 'A session of the dashboard',
      what: words[kind],
    };
  }
  // A launch of a dozen pictures is one thing that is done: its uploads take nothing from what a
  // key may write.
  const kind = use === 'ask' ? 'write' : use;
  const limit = kind === 'write' ? writeLimit : readLimit;
  return {
    key: `${keyId}:${kind}`,
    limit,
    code: 'key_limit',
    whose: 'This key',
    what: words[kind],
  };
}

function companyWindow(
  settings: ServerSettings,
  { companyId, sessionId, limits }: Caller,
  use: Use,
): Window {
  const kind = use === 'read' || (use === 'ask' && sessionId !== undefined) ? 'read' : 'write';
  const limit =
    kind === 'read'
      ? (limits?.readsPerMinute ??
        settings.companyReadLimit ??
        settings.readLimit * KEYS_OF_A_COMPANY)
      : (limits?.writesPerMinute ??
        settings.companyWriteLimit ??
        settings.writeLimit * KEYS_OF_A_COMPANY);
  const whose = 'All keys and sessions of your company together';
  return {
    key: `company:${companyId}:${kind}`,
    limit,
    code: 'company_limit',
    whose,
    what: words[kind],
  };
}
