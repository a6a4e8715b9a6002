import type { Clock } from '../../core/ports/clock.ts';
import type { Notifier } from '../../core/ports/notifier.ts';
import type { Pacing } from './pacing.ts';

const CHANNEL = 'slipway_pacing';
/** Below this a budget is nobody else's concern. */
const TELL_FROM = 80;
const TELL_AGAIN_MS = 1_000;

interface News {
  readonly from: string;
  readonly key: string;
  readonly meter: string;
  readonly percent: number;
  /** Milliseconds from the telling: clocks of machines differ. */
  readonly resetMs?: number;
}

/**
 * Pacing across processes: all hear what one hears about an account's budget. Each spaces its own
 * requests; a stop stops all.
 *
 * @param name of this process, so that it ignores its own messages
 */
export function sharePacing(
  pacing: Pacing,
  notifier: Notifier,
  clock: Clock,
  name: string,
): Pacing {
  const told = new Map<string, { readonly percent: number; readonly at: number }>();
  notifier.subscribe(CHANNEL, (text) => {
    const { from, key, meter, percent, resetMs } = JSON.parse(text) as News;
    if (from !== name)
      pacing.observe(key, { percent, ...(resetMs !== undefined && { resetMs }) }, meter);
  });

  return {
    ...pacing,
    observe(key, usage, meter = '') {
      pacing.observe(key, usage, meter);
      if (usage.percent < TELL_FROM) return;
      const last = told.get(`${key} ${meter}`);
      if (
        last !== undefined &&
        last.percent === usage.percent &&
        clock.monotonic() - last.at < TELL_AGAIN_MS
      )
        return;
      told.set(`${key} ${meter}`, { percent: usage.percent, at: clock.monotonic() });
      const payload: News = {
        from: name,
        key,
        meter,
        percent: usage.percent,
        ...(usage.resetMs !== undefined && { resetMs: usage.resetMs }),
      };
      void notifier.notify(CHANNEL, JSON.stringify(payload));
    },
  };
}
