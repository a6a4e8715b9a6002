import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { openCompany } from '../../../core/access/open-company.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { createTwoPlatforms } from '../../two-platforms.ts';
import { twinAd } from './twin-ad.ts';

test('a retry whose answer is lost does not take an equal ad that somebody made since the refusal', async () => {
  const house = await createTwoPlatforms();
  await house.fault({ platform: 'tiktok', path: '/ad/create', nth: 1, fault: 'error' });
  const { adBatchId } = await submitLaunch(house.ports, house.caller, { ads: [twinAd] });
  await house.run(adBatchId);
  const status = () => batchStatus(house.ports, house.companyId, String(adBatchId));
  expect(await status()).toMatchObject({ rawStatus: 'Error', successfulAds: 0 });

  // Another installation, which knows nothing of ours, on the same ad account.
  await house.ports.clock.sleep(600_000);
  const others = { ...house.ports, store: createMemoryStore() };
  const { companyId } = await openCompany(others, { name: 'Others', sandbox: true }, { demo: true });
  const theirs = await submitLaunch(others, { companyId, keyId: 'key-2' }, { ads: [twinAd] });
  while (
    (await runBatch(others, companyId, String(theirs.adBatchId), { holder: createHolder(others.clock, 'other') })) !== undefined
  )
    await house.ports.clock.sleep(1_000);
  const [made] = (await batchStatus(others, companyId, String(theirs.adBatchId))).launchedAds;

  await house.ports.clock.sleep(600_000);
  await house.control('DELETE', 'faults');
  await house.fault({ platform: 'tiktok', path: '/ad/create', nth: 1, fault: 'connection-cut' });
  await retryBatch(house.ports, house.caller, String(adBatchId));
  await house.run(adBatchId);
  const after = await status();
  expect(after).toMatchObject({ rawStatus: 'Success', successfulAds: 1 });
  const held = (await house.held('tiktok_ads')).filter(({ ad_name }) => ad_name === 'Twin').map(({ id }) => id);
  expect(held.sort()).toEqual([made?.adId, after.launchedAds[0]?.adId].sort());
});
