import { expect, test } from 'vitest';
import { google } from '../../../adapters/platforms/google/index.ts';
import { stage } from '../../../adapters/sandbox/google/stage.ts';
import { kinds } from '../../../adapters/sandbox/google/wire.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { duplicateCampaign } from '../../../core/manage/duplicate/duplicate-campaign.ts';
import { duplicateCampaignRequest } from '../../../core/manage/schema/duplicate.ts';
import { caller, createTestService } from '../../test-service.ts';
import { launchOf, treeOf } from '../../trees.ts';

const size = { adSets: 1, ads: 1 };

test('a campaign that Google refuses is told with its reason, the others are made, and no budget is left over', async () => {
  const service = await createTestService({ platforms: [google] });
  const { ports, companyId } = service;
  const own = ({ resourceName }: { readonly [field: string]: unknown }) =>
    String(resourceName).includes(stage.account.id);
  const taken = (await service.held(kinds.campaign)).find(own)?.heldName;
  const budgets = (await service.held(kinds.budget)).length;
  const trees = ['Lakes', String(taken), 'Rivers'].map((name, number) =>
    treeOf(stage, name, number, size),
  );
  const { adBatchId } = await submitLaunch(ports, caller, launchOf(trees));
  await service.run(adBatchId);
  const { made, successfulAds, failedAds } = await batchStatus(ports, companyId, String(adBatchId));
  expect(
    made?.filter(({ type }) => type === 'campaign').map(({ name, state }) => [name, state]),
  ).toEqual([
    ['Lakes', 'made'],
    [taken, 'failed'],
    ['Rivers', 'made'],
  ]);
  expect(made?.[1]?.message).toContain('name');
  expect([successfulAds, failedAds.length]).toEqual([2, 1]);
  expect((await service.held(kinds.budget)).length).toBe(budgets + 2);
});

test('a copy of a campaign that a launch made carries no mark of that launch', async () => {
  const service = await createTestService({ platforms: [google] });
  const { ports, companyId } = service;
  const { adBatchId } = await submitLaunch(
    ports,
    caller,
    launchOf([treeOf(stage, 'Lakes', 1, size)]),
  );
  await service.run(adBatchId);
  const { made } = await batchStatus(ports, companyId, String(adBatchId));
  const marks = async (kind: string) =>
    (await service.held(kind)).filter(({ urlCustomParameters }) =>
      JSON.stringify(urlCustomParameters ?? []).includes('slipway'),
    );
  expect(await marks(kinds.campaign)).toHaveLength(1);
  const request = { accountId: stage.account.id, campaignId: made?.[0]?.id };
  await duplicateCampaign(ports, caller, parseRequest(duplicateCampaignRequest, request));
  expect(
    (await service.held(kinds.campaign)).filter(({ heldName }) =>
      String(heldName).includes('Lakes'),
    ),
  ).toHaveLength(2);
  expect([(await marks(kinds.campaign)).length, (await marks(kinds.adGroup)).length]).toEqual([
    1, 1,
  ]);
});
