import { expect, test } from 'vitest';
import { tiktok } from '../../../adapters/platforms/tiktok/index.ts';
import { stage } from '../../../adapters/sandbox/tiktok/stage.ts';
import { createCampaign } from '../../../core/manage/create/create-object.ts';
import { type Crash, crashing } from '../../crashing-store.ts';
import { caller, createTestService } from '../../test-service.ts';
import { underKey } from '../../under-key.ts';

const key = { key: 'POST /v1/manage/create-campaign k1', bodyDigest: 'digest' };
const campaign = { accountId: stage.account.id, name: 'Once', ...stage.samples.campaign };

test('a process that dies at any commit of creating a campaign whose mark stands in its name leaves one campaign', async () => {
  for (const when of ['before', 'after'] as const)
    for (let at = 1; at <= 8; at += 1) {
      const { ports, clock, held } = await createTestService({ platforms: [tiktok] });
      const create = (store = ports.store) =>
        underKey({ ...ports, store }, caller.companyId, key, (once) =>
          createCampaign({ ...ports, store }, caller, campaign, once),
        );
      const death: Crash = { at, when };
      await Promise.race([create(crashing(ports.store, death)).catch(() => undefined), clock.sleep(400_000)]);
      await clock.sleep(31_000);
      const { answer } = await create();
      const names = (await held('tiktok_campaigns')).filter(({ campaign_name }) => String(campaign_name).startsWith('Once'));
      expect([when, at, names.map(({ id, campaign_name }) => [id, campaign_name])]).toEqual([
        when,
        at,
        [[answer.campaignId, 'Once']],
      ]);
    }
});
