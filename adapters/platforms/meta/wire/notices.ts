import type { Clock } from '../../../../core/ports/clock.ts';
import type { HttpResponse } from '../../../../core/ports/http.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { definition } from '../definition.ts';

const DAY_MS = 86_400_000;

interface Ports {
  readonly clock: Clock;
  readonly log: Log;
}

/** Says a thing once a day. */
function daily({ clock, log }: Ports, event: string) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (fields: object): void => {
    if (clock.now() - toldAt < DAY_MS) return;
    toldAt = clock.now();
    log.warn(event, { platform: definition.id, ...fields });
  };
}

/**
 * Reads what answers say of the version and of the app's access: Meta warns before an end, and answers calls of an ended version by
 * the next one without an error. Tells it in the log once a day. `tier` is the last one that was told.
 */
export function createNotices(ports: Ports, version: string) {
  const tellVersion = daily(ports, 'platform.version');
  const tellTier = daily(ports, 'platform.access_tier');
  let tier: string | undefined;
  return {
    tier: () => tier,
    read({ headers }: Pick<HttpResponse, 'headers'>): void {
      const { 'facebook-api-version': served = version, 'x-ad-api-version-warning': warning } = headers;
      if (served !== version || warning !== undefined)
        tellVersion({ version, served, message: warning ?? `Calls of version ${version} are answered by version ${served}.` });
      const told = /"ads_api_access_tier":"(\w+)"/.exec(headers['x-business-use-case-usage'] ?? '')?.[1];
      if (told === undefined) return;
      tier = told;
      if (isLimited(told)) tellTier({ tier, message: limitedAccess });
    },
  };
}

/** `development_access` until 2026; the words of the new tiers are not published. */
const isLimited = (tier: string): boolean => /development|limited/i.test(tier);

/** Meta’s page about access to the Marketing API, read 2026-11-16. */
const limitedAccess =
  'The app has limited access: 300 calls an hour and 40 more for each active ad. Full access asks for 500 calls within 15 days.';
