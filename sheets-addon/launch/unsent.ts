import type { Accepted } from '../../core/sheet/launch-results.ts';
import type { Service } from '../base/service.ts';

/** After 24 hours the service has forgotten an answer: the same request would launch again. */
export const REMEMBERED_MS = 23 * 3_600_000;

const PAGE = 200;

/**
 * The batch that a request became although its answer was lost, found by the name that is made from
 * its rows.
 */
export async function findBatch(service: Service, name: string): Promise<Accepted | undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const [page] = await service.getAll('batches.list', [{ limit: PAGE, offset }]);
    const found = page?.data.find((batch) => batch.name === name);
    if (found !== undefined)
      return { adBatchId: found.adBatchId, launchStatus: found.launchStatus };
    if (page?.pagination.hasMore !== true) return undefined;
  }
}
