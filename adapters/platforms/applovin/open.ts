import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import { silent } from '../../../core/ports/log.ts';
import type { CallLimit } from '../../http/budget.ts';
import { createPacing } from '../../http/pacing.ts';
import { openedBy, type PlatformHost, type PlatformOptions } from '../module.ts';
import type { AdPlatform } from '../types.ts';
import { createCopies } from './copy/copies.ts';
import { definition } from './definition.ts';
import { createEdit } from './edit.ts';
import { createLaunch } from './launch/launch.ts';
import { createAppNetwork } from './own.ts';
import { createAccounts } from './read/accounts.ts';
import { createInspect } from './read/inspect.ts';
import { createUpdate } from './update.ts';
import { version } from './version.ts';
import { createApi } from './wire/client.ts';

/**
 * Usually at https://api.ads.axon.ai; settles in 30 s. `limit`: by default 900 of the 1,000 calls a
 * minute.
 */
export interface ApplovinOptions
  extends PlatformOptions,
    Pick<PlatformHost, 'limit' | 'sharePacing'> {
  /** Default 300,000; 30,000 for calls without files. */
  readonly uploadTimeoutMs?: number;
  /**
   * In five minutes; then nothing is sent. Default 40: at 100 the platform locks the account for a
   * day.
   */
  readonly mostErrors?: number;
}

const usual: CallLimit = { perSecond: 50, perMinute: 900 };

/** The Axon Campaign Management API. Credentials: `apiKey`, and `accountIds`, joined by commas. */
export function openApplovin(options: ApplovinOptions): AdPlatform {
  const {
    http,
    clock,
    media,
    secrets,
    log = silent,
    settleMs = 30_000,
    timeoutMs = 30_000,
    limit = usual,
  } = options;
  const pacing = createPacing({ clock });
  const api = createApi({
    http,
    clock,
    secrets,
    log,
    limit,
    timeoutMs,
    mostErrors: options.mostErrors ?? 40,
    baseUrl: withoutTrailing(
      options.baseUrl ?? `https://api.ads.axon.ai/manage/${version.pinned}`,
      '/',
    ),
    uploadTimeoutMs: options.uploadTimeoutMs ?? 300_000,
    pacing: options.sharePacing?.(pacing) ?? pacing,
  });
  // Of an ad; a file that is uploaded twice costs nothing.
  const { answerMs = timeoutMs } = options;
  return {
    definition,
    accounts: createAccounts(api),
    launch: createLaunch(
      { ...api, clock, media },
      { settleMs, answerMs, firstLookMs: options.firstLookMs ?? 5_000 },
    ),
    edit: createEdit(api),
    update: createUpdate(api),
    duplicate: createCopies(api, clock, { settleMs, answerMs }),
    inspect: createInspect(api),
    own: createAppNetwork(api),
  };
}

export const open = openedBy(openApplovin);
