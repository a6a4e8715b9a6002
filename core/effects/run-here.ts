import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { createHolder } from '../records/lease.ts';
import { randomId } from '../records/random-id.ts';
import type { WorkerOptions } from '../records/work-under-lease.ts';

/** How long a request waits for what it began: shorter than connections are kept open. */
export const PATIENCE_MS = 4 * 60_000;
const LOOK_MS = 1_000;

/**
 * Carries a plan on in the request that asked for it, or waits while a worker does. False where
 * patience ends first: then its job goes on with it.
 */
export async function runHere(
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  { run, isEnded }: { run(options: WorkerOptions): Promise<unknown>; isEnded(): Promise<boolean> },
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const until = clock.monotonic() + patienceMs;
  const isOver = (): boolean => clock.monotonic() >= until;
  const holder = createHolder(clock, randomId(secrets, 'request'));
  for (;;) {
    if (await isEnded()) return true;
    if (isOver()) return false;
    await run({ holder, stopping: isOver });
    if (await isEnded()) return true;
    await clock.sleep(LOOK_MS);
  }
}
