import type { Clock } from './clock.ts';
import type { Secrets } from './secrets.ts';
import type { Store } from './store.ts';

/** What most changes of documents need. */
export interface WritePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}
