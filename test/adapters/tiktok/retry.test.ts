import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { features } from '../../../core/features/registry.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { retryBatch } from '../../../core/launch/retry.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { openCompany } from '../../../core/upkeep/open-company.ts';
import { createTwoPlatforms } from '../../two-platforms.ts';
import { equalAd } from './equal-ad.ts';

test('a retry whose answer is lost does not take an equal ad that somebody made since the refusal', async () => {
  const fixture = await createTwoPlatforms();
  await fixture.fault({ platform: 'tiktok', path: '/ad/create', nth: 1, fault: 'error' });
  const { adBatchId } = await submitLaunch(fixture.ports, fixture.caller, { ads: [equalAd] });
  await fixture.run(adBatchId);
  const status = () => batchStatus(fixture.ports, fixture.companyId, String(adBatchId));
  expect(await status()).toMatchObject({ rawStatus: 'Error', successfulAds: 0 });

  // Another installation, which knows nothing of ours, on the same ad account.
  await fixture.ports.clock.sleep(600_000);
  const others = { ...fixture.ports, store: createMemoryStore() };
  const { companyId } = await openCompany(
    others,
    features,
    { name: 'Others', sandbox: true },
    { demo: true },
  );
  const theirs = await submitLaunch(others, { companyId, keyId: 'key-2' }, { ads: [equalAd] });
  while (
    (await runBatch(others, companyId, String(theirs.adBatchId), {
      holder: createHolder(others.clock, 'other'),
    })) !== undefined
  )
    await fixture.ports.clock.sleep(1_000);
  const [made] = (await batchStatus(others, companyId, String(theirs.adBatchId))).launchedAds;

  await fixture.ports.clock.sleep(600_000);
  await fixture.control('DELETE', 'faults');
  await fixture.fault({ platform: 'tiktok', path: '/ad/create', nth: 1, fault: 'connection-cut' });
  await retryBatch(fixture.ports, fixture.caller, String(adBatchId));
  await fixture.run(adBatchId);
  const after = await status();
  expect(after).toMatchObject({ rawStatus: 'Success', successfulAds: 1 });
  const held = (await fixture.held('tiktok_ads'))
    .filter(({ ad_name }) => ad_name === 'Twin')
    .map(({ id }) => id);
  expect(held.sort()).toEqual([made?.adId, after.launchedAds[0]?.adId].sort());
});
