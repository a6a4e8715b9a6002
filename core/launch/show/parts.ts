import { defined } from '../../base/defined.ts';
import { explained } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { isUndone } from '../undo/state.ts';
import { batchDetail } from './detail.ts';
import { type BatchStatus, batchStatus, type StatusPorts } from './status.ts';

type Above = NonNullable<BatchStatus['made']>[number];
type Accepted = { readonly adBatchId: number };

/** What became of each ad of a launch: it goes on after its answer. */
export const launchParts = {
  async of(
    ports: StatusPorts,
    companyId: string,
    { adBatchId }: Accepted,
  ): Promise<readonly Part[]> {
    const {
      ads,
      failedAds,
      finishedAt,
      made = [],
    } = await batchDetail(ports, companyId, String(adBatchId));
    const why = new Map(failedAds.map((ad) => [`${ad.index} ${ad.adSetId ?? ''}`, ad]));
    const ofAds = ads.map(({ index, adSetId, adName: name, adId, state }): Part => {
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
    return [...made.map(partAbove), ...ofAds];
  },
  again: (_input: object, _left: unknown, _all: unknown, { adBatchId }: Accepted) => ({
    operation: 'batches.retry',
    input: { id: String(adBatchId) },
  }),
};

/** What was made and is not as it was asked for is not done. What may be on has no status. */
function partAbove({ type, id, name, state, status, mayExist, message }: Above): Part {
  const object = { type, ...defined({ id: id ?? undefined }), name };
  const isUnknown = mayExist === true || (state === 'made' && status === undefined);
  if (message !== undefined)
    return { ...object, outcome: isUnknown ? 'unknown' : 'refused', reason: message };
  return { ...object, outcome: state === 'made' ? 'done' : 'running' };
}

export const undoParts = {
  async of(
    ports: StatusPorts,
    companyId: string,
    { adBatchId }: Accepted,
  ): Promise<readonly Part[]> {
    const {
      launchedAds,
      failedAds,
      undo,
      made = [],
    } = await batchStatus(ports, companyId, String(adBatchId));
    const left = new Map(undo?.left.map(({ id, message }) => [id, message]));
    const isOver = undo?.finishedAt !== undefined;
    const ofEmpty = undo?.mode === 'delete-empty';
    const above = made.flatMap(({ type, id, name, undone, ads }) =>
      id === null || (ofEmpty && ads > 0) ? [] : [{ type, id, name, undone }],
    );
    const ads = (ofEmpty ? [] : launchedAds).map(({ adId: id, adName: name, undone }) => ({
      type: 'ad',
      id,
      name,
      undone,
    }));
    const parts = [...ads, ...above].map(({ undone, ...ad }): Part => {
      if (undo !== undefined && undone !== undefined && isUndone({ to: undone }, undo.mode))
        return { ...ad, outcome: 'done' };
      return isOver
        ? { ...ad, outcome: 'refused', ...defined({ reason: left.get(ad.id) }) }
        : { ...ad, outcome: 'running' };
    });
    // An undo looks for them first, and may not get to see them.
    const failed = (ofEmpty ? [] : failedAds).map(({ adName: name, ...ad }) => ({
      type: 'ad',
      name,
      ...ad,
    }));
    const doubtful = [...failed, ...made].flatMap(
      ({ type, name, mayExist, message: reason }): Part[] =>
        mayExist
          ? [{ type, name, outcome: isOver ? 'unknown' : 'running', ...defined({ reason }) }]
          : [],
    );
    return [...parts, ...doubtful];
  },
  again: (input: { readonly [name: string]: unknown }) => ({ input }),
};
