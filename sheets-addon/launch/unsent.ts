import type { Accepted } from '../../core/sheet/launch-results.ts';
import type { Service } from '../base/service.ts';

/** The service forgets an answer after 24 hours; from then on sending the same request again would be a new launch. */
export const REMEMBERED_MS = 23 * 3_600_000;

const PAGE = 200;

/**
 * The batch a request became, if the service took it although its answer never arrived: found by the name every
 * request from a sheet carries, which is made from its rows.
 */
export async function findBatch(service: Service, name: string): Promise<Accepted | undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const [page] = await service.getAll('batches.list', [{ limit: PAGE, offset }]);
    const found = page?.data.find((batch) => batch.name === name);
    if (found !== undefined) return { adBatchId: found.adBatchId, launchStatus: found.launchStatus };
    if (page?.pagination.hasMore !== true) return undefined;
  }
}
