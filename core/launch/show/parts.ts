import { defined } from '../../base/defined.ts';
import { explained } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { isUndone } from '../undo/state.ts';
import { batchDetail } from './detail.ts';
import { batchStatus, type StatusPorts } from './status.ts';

type Accepted = { readonly adBatchId: number };

/** What became of each ad of a launch: it goes on after its answer. */
export const launchParts = {
  async of(ports: StatusPorts, companyId: string, { adBatchId }: Accepted): Promise<readonly Part[]> {
    const { ads, failedAds, finishedAt } = await batchDetail(ports, companyId, String(adBatchId));
    const why = new Map(failedAds.map((ad) => [`${ad.index} ${ad.adSetId ?? ''}`, ad]));
    return ads.map(({ index, adSetId, adName: name, adId, state }): Part => {
      const failed = why.get(`${index} ${adSetId}`);
      const ad = { type: 'ad', ...defined({ id: adId ?? undefined }), name };
      if (state === 'launched') return { ...ad, outcome: 'done' };
      if (failed !== undefined)
        return {
          ...ad,
          outcome: failed.mayExist ? 'unknown' : 'refused',
          reason: explained({ message: failed.message, fix: failed.fix ?? '' }),
        };
      return finishedAt === null
        ? { ...ad, outcome: 'running' }
        : { ...ad, outcome: 'refused', reason: 'The launch ended before it was sent.' };
    });
  },
  again: (_input: object, _left: unknown, _all: unknown, { adBatchId }: Accepted) => ({
    operation: 'batches.retry',
    input: { id: String(adBatchId) },
  }),
};

export const undoParts = {
  async of(ports: StatusPorts, companyId: string, { adBatchId }: Accepted): Promise<readonly Part[]> {
    const { launchedAds, undo } = await batchStatus(ports, companyId, String(adBatchId));
    const left = new Map(undo?.left.map(({ id, message }) => [id, message]));
    const isOver = undo?.finishedAt !== undefined;
    return launchedAds.map(({ adId: id, adName: name, undone }): Part => {
      const ad = { type: 'ad', id, name };
      if (undo !== undefined && undone !== undefined && isUndone({ to: undone }, undo.mode)) return { ...ad, outcome: 'done' };
      return isOver ? { ...ad, outcome: 'refused', ...defined({ reason: left.get(id) }) } : { ...ad, outcome: 'running' };
    });
  },
  again: (input: { readonly [name: string]: unknown }) => ({ input }),
};
