import { expect, test } from 'vitest';
import { tiktok } from '../../../adapters/platforms/tiktok/index.ts';
import { stage } from '../../../adapters/sandbox/tiktok/stage.ts';
import { features } from '../../../core/features/registry.ts';
import { createCampaign } from '../../../core/manage/create/create-object.ts';
import type { Store, Write } from '../../../core/ports/store.ts';
import { idempotencyKind } from '../../../core/records/idempotency.ts';
import { distrustUnfinished } from '../../../core/upkeep/restored.ts';
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
      await Promise.race([
        create(crashing(ports.store, death)).catch(() => undefined),
        clock.sleep(400_000),
      ]);
      await clock.sleep(31_000);
      const { answer } = await create();
      const names = (await held('tiktok_campaigns')).filter(({ campaign_name }) =>
        String(campaign_name).startsWith('Once'),
      );
      expect([when, at, names.map(({ id, campaign_name }) => [id, campaign_name])]).toEqual([
        when,
        at,
        [[answer.campaignId, 'Once']],
      ]);
    }
});

test('of a database that was restored from a backup made while it was sent, a campaign that was finished since is not made again', async () => {
  const { ports, companyId, held } = await createTestService({ platforms: [tiktok] });
  const create = () =>
    underKey(ports, companyId, key, (once) => createCampaign(ports, caller, campaign, once));
  const record = () => ports.store.get(idempotencyKind, companyId, key.key);
  const { commit } = ports.store;
  const sending: Write[] = [];
  const store: Store = {
    ...ports.store,
    commit(writes) {
      sending.push(
        ...writes
          .filter(({ kind, doc }) => kind === idempotencyKind && doc !== undefined)
          .slice(0, 1),
      );
      return commit(writes);
    },
  };
  await underKey({ ...ports, store }, companyId, key, (once) =>
    createCampaign({ ...ports, store }, caller, campaign, once),
  );
  const [asItWas] = sending;
  const version = (await record())?.version ?? 0;
  if (asItWas?.doc === undefined) throw new Error('Nothing was written before it was sent.');
  await ports.store.commit([{ ...asItWas, expect: version } as Write]);
  await distrustUnfinished(ports.store, features, ports.clock.now());
  for (let time = 0; time < 2; time += 1)
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      details: [{ code: 'restored' }],
    });
  const names = (await held('tiktok_campaigns')).map(({ campaign_name }) => campaign_name);
  expect(names.filter((name) => String(name).includes('Once'))).toEqual(['Once']);
});
