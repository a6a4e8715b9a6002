import type { Clock } from '../../../../core/ports/clock.ts';
import type { HttpResponse } from '../../../../core/ports/http.ts';
import type { Log } from '../../../../core/ports/log.ts';
import { definition } from '../definition.ts';

const DAY_MS = 86_400_000;

/**
 * Reads what answers say of the version: Meta warns before an end, and answers calls of an ended version by the next one
 * without an error. Tells it in the log once a day.
 */
export function createVersionNotices({ clock, log }: { readonly clock: Clock; readonly log: Log }, version: string) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ headers }: Pick<HttpResponse, 'headers'>): void => {
    const { 'facebook-api-version': served = version, 'x-ad-api-version-warning': warning } = headers;
    if ((served === version && warning === undefined) || clock.now() - toldAt < DAY_MS) return;
    toldAt = clock.now();
    const message = warning ?? `Calls of version ${version} are answered by version ${served}.`;
    log.warn('platform.version', { platform: definition.id, version, served, message });
  };
}
