import { describe, expect, test } from 'vitest';
import { applovin } from '../../../adapters/platforms/applovin/index.ts';
import { faultLibrary } from '../../../adapters/sandbox/applovin/faults.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService } from '../../test-service.ts';
import { appNetwork } from './applovin-at-sandbox.ts';

/** A service on the simulated app network, and a batch launched there under a fault. */
async function launchedUnder(rule: object, media = 'https://cdn.example/picture.png') {
  const service = await createTestService({
    platforms: [applovin],
    times: { 'app-network': { settleMs: 5_000 } },
  });
  const { app } = appNetwork.accounts;
  const [campaign = ''] = appNetwork.empty(app);
  const { launch, batches } = operationsOf(service.ports, service.caller);
  await service.fault({ platform: 'applovin', ...rule });
  const { adBatchId } = await launch({
    ads: [{ adName: 'Boat', adAccountId: app, adSets: [campaign], media: [{ url: media }] }],
  });
  await service.run(adBatchId);
  const status = await batches.status({ id: adBatchId });
  const sets = (await service.held('applovin_creative_sets')).filter(
    ({ campaign_ids }) => String(campaign_ids) === campaign,
  );
  const { active } = (await service.control('GET', 'faults')) as {
    readonly active: readonly { readonly fired: number }[];
  };
  expect(active.map(({ fired }) => fired > 0)).toEqual([true]);
  return { status, sets };
}

const create = { path: '/creative_set/create', nth: 1 };
const upload = { path: '/asset/upload', nth: 1 };

/** Faults after which the ad is there, once and paused; where each is played. */
const survived: { readonly [fault: string]: object } = {
  transient: create,
  'failed-but-created': create,
  'html-502': create,
  'html-503': create,
  'html-but-done': create,
  'empty-body': create,
  'connection-cut': create,
  'answer-lost': create,
  slow: { ...create, ms: 1_000 },
  'slow-but-done': { ...create, ms: 1_000 },
  'late-effect': { ...create, ms: 1_000 },
  'error-but-done': { ...create, status: 500 },
  throttle: create,
  locked: create,
  'upload-slow': { ms: 6_000 },
  'other-names': {},
  'status-ignored': {},
  'list-lag': { ms: 2_000 },
  'set-without-campaign': {},
  'amounts-as-numbers': {},
  'ids-as-numbers': {},
};

/** Faults that end the ad, with the class its failure has and what it says. */
const fatal: { readonly [fault: string]: { readonly rule: object; readonly says: RegExp } } = {
  error: { rule: { ...create, status: 400, message: 'Not like this' }, says: /Not like this/ },
  'token-expired': { rule: { path: '/creative_set/create' }, says: /does not take the API key/ },
  'token-revoked': { rule: { path: '/creative_set/create' }, says: /does not take the API key/ },
  permission: { rule: { path: '/creative_set/create' }, says: /does not open this account/ },
  'file-refused': { rule: {}, says: /cannot use this file/ },
  'upload-stuck': { rule: {}, says: /not processed|still|too long/i },
};

test('every fault of the simulation is known here', () => {
  expect([...Object.keys(survived), ...Object.keys(fatal)].sort()).toEqual(
    Object.keys(faultLibrary).sort(),
  );
});

describe('an ad is launched once and paused in spite of', () => {
  test.each(Object.entries(survived))('%s', async (fault, rule) => {
    const { status, sets } = await launchedUnder({ fault, ...rule });
    expect([status.status, status.failedAds]).toEqual(['success', []]);
    expect(sets.map(({ status: held }) => held)).toEqual(['PAUSED']);
  });

  test.each(['answer-lost', 'connection-cut', 'transient', 'html-but-done'])(
    '%s of its upload',
    async (fault) => {
      for (const file of ['https://cdn.example/picture.png', 'https://cdn.example/film.mp4']) {
        const { status, sets } = await launchedUnder({ fault, ...upload }, file);
        expect([file, status.status, sets.length]).toEqual([file, 'success', 1]);
      }
    },
  );
});

describe('an ad fails, says why, and leaves nothing behind with', () => {
  test.each(Object.entries(fatal))('%s', async (fault, { rule, says }) => {
    const { status, sets } = await launchedUnder({ fault, ...rule });
    expect([status.status, sets]).toEqual(['error', []]);
    const [failed] = status.failedAds ?? [];
    expect(JSON.stringify(failed)).toMatch(says);
  });
});
