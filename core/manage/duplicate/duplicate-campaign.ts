import type { Actor } from '../../access/caller.ts';
import { defined } from '../../base/defined.ts';
import type { Once } from '../../records/once.ts';
import type { DuplicateCampaignRequest, DuplicateCampaignResponse } from '../schema/duplicate.ts';
import { countsOf } from './duplicate-ad-set.ts';
import { prepareDuplicate, type Wanted } from './prepare.ts';
import { type SubmitDuplicatePorts, submitDuplicate } from './submit.ts';

export async function duplicateCampaign(
  ports: SubmitDuplicatePorts,
  caller: Actor,
  request: DuplicateCampaignRequest,
  once?: Once,
): Promise<DuplicateCampaignResponse> {
  const wanted = campaignCopies(request);
  const duplicated = await submitDuplicate(
    ports,
    caller,
    () => prepareDuplicate(ports, caller, request, wanted),
    once,
  );
  const results = duplicated.results.map(({ newId, ...copy }) => ({
    ...copy,
    ...defined({ newCampaignId: newId }),
  }));
  return { originalCampaignId: request.campaignId, results, ...countsOf(duplicated) };
}

export const campaignCopies = (request: DuplicateCampaignRequest): Wanted => ({
  type: 'campaign',
  sourceField: 'campaignId',
  sourceId: request.campaignId,
  copyCount: request.copyCount,
  status: request.initialStatus,
  startPaused: request.startPaused,
  deep: request.deepCopy ?? true,
  newName: request.newName,
});
