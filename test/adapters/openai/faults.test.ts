import { describe, expect, test } from 'vitest';
import { openai } from '../../../adapters/platforms/openai/index.ts';
import { faultLibrary } from '../../../adapters/sandbox/openai/faults.ts';
import { operationsOf } from '../../../server/invoke.ts';
import { createTestService } from '../../test-service.ts';
import { account, adGroup } from './openai-at-sandbox.ts';

/** A service on the simulation, and a batch launched there under a fault. */
async function launchedUnder(rule: object) {
  const service = await createTestService({
    platforms: [openai],
    times: { 'openai-ads': { settleMs: 5_000 } },
  });
  const { launch, batches } = operationsOf(service.ports, service.caller);
  await service.fault({ platform: 'openai', ...rule });
  const { adBatchId } = await launch({
    ads: [
      {
        adName: 'Boat',
        adAccountId: account,
        adSets: [adGroup()],
        media: [{ url: 'https://cdn.example/picture.png' }],
        title: 'A boat',
        description: 'It floats.',
        link: 'https://shop.example/boat',
      },
    ],
  });
  await service.run(adBatchId);
  const status = await batches.status({ id: adBatchId });
  const ads = (await service.held('openai_ads')).filter(({ name }) => name === 'Boat');
  const { active } = (await service.control('GET', 'faults')) as {
    readonly active: readonly { readonly fired: number }[];
  };
  expect(active.map(({ fired }) => fired > 0)).toEqual([true]);
  return { status, ads };
}

const create = { path: '/ads', method: 'POST', nth: 1 };
const upload = { path: '/upload', nth: 1 };

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
  'details-missing': { method: 'GET', nth: 1 },
  throttle: create,
  'throttle-silent': create,
  'key-forgotten': {},
  'key-conflict': {},
  'key-used-up': {},
  'file-left-out': {},
  'ad-rejected': {},
  'review-slow': {},
  'list-lag': { ms: 2_000 },
  stale: {},
  'parents-required': {},
  'parents-left-out': {},
  'unknown-ignored': {},
};

/** Faults that end the ad, and what its failure says. */
const fatal: { readonly [fault: string]: { readonly rule: object; readonly says: RegExp } } = {
  error: { rule: { ...create, status: 400, message: 'Not like this' }, says: /Not like this/ },
  'server-error-400': { rule: create, says: /breaks a rule/ },
  firewall: { rule: create, says: /firewall/ },
  'token-expired': { rule: { path: '/ads', method: 'POST' }, says: /does not take the key/ },
  'token-revoked': { rule: { path: '/ads', method: 'POST' }, says: /does not take the key/ },
  permission: { rule: create, says: /admins/ },
  'not-enabled': { rule: create, says: /not enabled/ },
  'image-refused': { rule: {}, says: /640x640/ },
};

/** Of figures and of delivery: report.test.ts and manage.test.ts play them. */
const elsewhere = [
  'include-refused',
  'today-missing',
  'figures-late',
  'sales-null',
  'report-too-large',
  'long-names',
  'plain-names-refused',
  'level-names-refused',
];

test('every fault of the simulation is known here', () => {
  expect([...Object.keys(survived), ...Object.keys(fatal), ...elsewhere].sort()).toEqual(
    Object.keys(faultLibrary).sort(),
  );
});

describe('an ad is launched once and paused in spite of', () => {
  test.each(Object.entries(survived))('%s', async (fault, rule) => {
    const { status, ads } = await launchedUnder({ fault, ...rule });
    expect([status.status, status.failedAds]).toEqual(['success', []]);
    expect(ads.map(({ status: held }) => held)).toEqual(['paused']);
  });

  test.each(['answer-lost', 'connection-cut', 'transient', 'html-but-done'])(
    '%s of its upload',
    async (fault) => {
      const { status, ads } = await launchedUnder({ fault, ...upload });
      expect([status.status, ads.length]).toEqual(['success', 1]);
    },
  );
});

describe('an ad fails, says why, and leaves nothing behind with', () => {
  test.each(Object.entries(fatal))('%s', async (fault, { rule, says }) => {
    const { status, ads } = await launchedUnder({ fault, ...rule });
    expect([status.status, ads]).toEqual(['error', []]);
    const [failed] = status.failedAds ?? [];
    expect(JSON.stringify(failed)).toMatch(says);
  });
});
