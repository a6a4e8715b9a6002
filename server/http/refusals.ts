import { emptyLog, type RequestLog, takeFrom } from '../../core/access/sliding-window.ts';
import { createCache } from '../../core/base/cache.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import { neighbourhood } from './client-address.ts';
import type { HeaderBag } from './reply.ts';

const MINUTE = 60_000;
/** Requests without a valid key from one address in a minute. */
const LIMIT = 30;
/** Refused sign-ins that leave a trace: of one address in an hour, and of all. */
const TRACED_EACH = 3;
const TRACED_ALL = 60;
/** Addresses that are remembered: a bound for memory. */
const REMEMBERED = 10_000;

/**
 * Counts requests without a valid key by their address, and refuses an address that sends too many.
 * A valid key is let in whatever else comes from its address.
 */
export interface Refusals {
  /**
   * Counts one. Throws `rate_limit_exceeded` beyond the limit. Where the address is not known
   * nothing is counted.
   */
  count(address: string | undefined, headers: HeaderBag): void;
  /** Whether a refused sign-in goes into the audit: some do, so that refusals cannot fill it. */
  isTraced(address: string | undefined): boolean;
}

export function createRefusals(clock: Pick<Clock, 'monotonic'>): Refusals {
  const asked = createLogs();
  const traced = createLogs();
  return {
    count(address, headers) {
      if (address === undefined) return;
      const [taken] = takeFrom(
        [{ key: neighbourhood(address), limit: LIMIT }],
        asked,
        MINUTE,
        clock.monotonic(),
      );
      if (taken === undefined || taken.allowed) return;
      const seconds = Math.max(1, Math.ceil(taken.retryAfterMs / 1000));
      headers.set('Retry-After', String(seconds));
      const message = `More than ${LIMIT} requests without a valid key came from your address within a minute. Try again in ${seconds} s, with a valid one at any time.`;
      throw new SlipwayError('rate_limit_exceeded', message, {
        details: [{ path: '', code: 'address_limit', message }],
      });
    },
    isTraced(address = '') {
      const windows = [
        { key: neighbourhood(address), limit: TRACED_EACH },
        { key: 'all', limit: TRACED_ALL },
      ];
      return takeFrom(windows, traced, 60 * MINUTE, clock.monotonic()).every(
        ({ allowed }) => allowed,
      );
    },
  };
}

/** Logs by key. Those that were asked for longest ago are forgotten first. */
function createLogs(): (key: string) => RequestLog {
  const logs = createCache<RequestLog>({ max: REMEMBERED });
  return (key) => {
    const log = logs.get(key) ?? emptyLog();
    logs.set(key, log);
    return log;
  };
}
