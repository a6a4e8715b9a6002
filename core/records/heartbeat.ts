import type { Clock } from '../ports/clock.ts';
import { type Lease, LeaseLost } from './lease.ts';

/**
 * Keeps a lease while its holder waits. Answers how to stop. A lost lease stops the holder at its next commit,
 * not here; a store that is away for a moment stops nobody.
 */
export function startHeartbeat(clock: Clock, lease: Lease, leaseMs: number): () => void {
  let stopped = false;
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(leaseMs / 3);
      if (stopped) return;
      await lease.renew().catch((error: unknown) => {
        if (error instanceof LeaseLost) stopped = true;
      });
    }
  };
  void beat();
  return () => {
    stopped = true;
  };
}
