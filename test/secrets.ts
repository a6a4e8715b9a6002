import type { ManualClock } from '../adapters/runtime/manual-clock.ts';
import { createWebSecrets } from '../adapters/runtime/web-secrets.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Secrets } from '../core/ports/secrets.ts';

/** Real cryptography; on a clock that jumps, time stands still for as long as it takes. */
export async function createTestSecrets(clock: Clock | ManualClock): Promise<Secrets> {
  const secrets = await createWebSecrets('a secret that is long enough');
  return 'stillDuring' in clock ? clock.stillDuring(secrets) : secrets;
}
