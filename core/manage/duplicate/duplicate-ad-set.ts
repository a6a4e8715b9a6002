import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import { wholeOf } from '../../base/outcomes.ts';
import { sentName } from '../../base/schema/aliases.ts';
import type { Once } from '../../records/once.ts';
import type { DuplicateAdSetRequest, DuplicateAdSetResponse } from '../schema/duplicate.ts';
import { prepareDuplicate, type Wanted } from './prepare.ts';
import { copyParts } from './results.ts';
import { type Duplicated, type SubmitDuplicatePorts, submitDuplicate } from './submit.ts';

export async function duplicateAdSet(
  ports: SubmitDuplicatePorts,
  caller: Actor,
  request: DuplicateAdSetRequest,
  once?: Once,
): Promise<DuplicateAdSetResponse> {
  const wanted = adSetCopies(request);
  const duplicated = await submitDuplicate(
    ports,
    caller,
    () => prepareDuplicate(ports, caller, request, wanted),
    once,
  );
  const results = duplicated.results.map(({ newId, ...copy }) => ({
    ...copy,
    locationApplied: copy.locationApplied ?? false,
    ...defined({ newAdSetId: newId }),
  }));
  return { originalAdSetId: request.adsetId, results, ...countsOf(duplicated) };
}

export function adSetCopies(request: DuplicateAdSetRequest): Wanted {
  const { location, locationMode = 'replace' } = request;
  return {
    type: 'adset',
    sourceField: 'adsetId',
    sourceId: request.adsetId,
    parentField: 'targetCampaignId',
    parentId: request.targetCampaignId,
    copyCount: request.copyCount,
    status: request.initialStatus,
    startPaused: request.startPaused,
    deep: request.deepCopy ?? true,
    newName: request.newName,
    ...(location !== undefined && {
      location: { places: location, mode: locationMode, path: sentName(request, 'location') },
    }),
  };
}

/** They add up to the number of copies. */
export function countsOf({ duplicateId, results, notes }: Duplicated) {
  const successCount = results.filter(({ success }) => success).length;
  const pendingCount = results.filter(({ pending }) => pending).length;
  return {
    success: successCount > 0,
    outcome: wholeOf(copyParts('', results).map(({ outcome }) => outcome === 'done')),
    successCount,
    failCount: results.length - successCount - pendingCount,
    ...(pendingCount > 0 && { pendingCount }),
    duplicateId,
    ...(notes.length > 0 && {
      warnings: notes.map((message) => ({ path: '', code: 'copied_otherwise', message })),
    }),
  };
}
