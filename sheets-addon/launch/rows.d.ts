import type { Store } from '../../core/ports/store.ts';
import { type App } from '../app.ts';
import { type LaunchSheet } from '../sheet/launch-sheet.ts';
import type { LookedAt } from './looked-at.ts';
/**
 * Looks at a sheet and shows what was seen; once more when somebody moved things at that moment.
 *
 * @param asking the service is about to be asked again, so what it told before no longer counts
 */
export declare function lookAndShow(
  app: App,
  store: Store,
  launchSheet: LaunchSheet,
  asking?: 'ready' | 'failed',
): Promise<LookedAt>;
export declare function lookAt(app: App, store: Store, launchSheet: LaunchSheet, scope?: 'ready' | 'failed'): Promise<LookedAt>;
