import { shortVideo } from '../adapters/sandbox/tiktok/seed/ids.ts';
import type { Store } from '../core/ports/store.ts';
import { createTestService } from './test-service.ts';

export { shortVideo };

/** A demo company with accounts on both platforms, in one process on a clock that jumps. */
export const createTwoPlatforms = (
  options: { readonly seed?: number; readonly store?: Store } = {},
) => createTestService({ ...options, companies: [{ name: 'Demo', accounts: 'demo' }] });

export type TwoPlatforms = Awaited<ReturnType<typeof createTwoPlatforms>>;
