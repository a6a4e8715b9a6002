import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';

const PATIENCE_MS = 60_000;
const LOOK_MS = 1_000;

/**
 * Waits for a database server that starts later. Throws at once what time does not change, such as
 * a newer schema.
 */
export async function openWhenThere<T>(
  open: () => Promise<T>,
  {
    clock,
    log,
  }: { readonly clock: Pick<Clock, 'monotonic' | 'sleep'>; readonly log: Pick<Log, 'warn'> },
): Promise<T> {
  const until = clock.monotonic() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const cause =
        error instanceof SlipwayError ? (error.cause as { code?: string } | undefined) : undefined;
      const isAway =
        cause !== undefined &&
        (cause.code === undefined || /^(E[A-Z]+|57P..|53300)$/.test(cause.code));
      if (!isAway || clock.monotonic() > until) throw error;
      log.warn('service.waiting_for_database', { reason: (error as Error).message });
      await clock.sleep(LOOK_MS);
    }
  }
}
