import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { type Harness, ownAndForeign, startHarness } from './harness.ts';

/**
 * On every platform an approved plan sees when an ad shows something else, or is shown to others,
 * by the time it is applied. The exchange happens on the wire: the platform answers with other
 * words than before.
 */

let exchanged: readonly [from: string, to: string] | undefined;

const answering = (simulation: Simulation): Simulation => ({
  ...simulation,
  create(world, place) {
    const platform = simulation.create(world, place);
    return {
      ...platform,
      async fetch(request, base) {
        const response = await platform.fetch(request, base);
        if (exchanged === undefined) return response;
        const text = (await response.text()).replaceAll(...exchanged);
        return new Response(text, { status: response.status, headers: response.headers });
      },
    };
  },
});

/** What an ad shows, and to whom its ad set shows it, in the words of each platform. */
const wires: {
  readonly [platform: string]: {
    readonly content: readonly [string, string];
    readonly people: readonly [string, string];
  };
} = {
  primary: { content: link('shop.example.com'), people: ['age_max', 'age_range'] },
  'short-video': { content: link('shop.example.com'), people: ['2921044', '2921045'] },
  'photo-messaging': {
    content: link('shop.example.com'),
    people: ['"country_code":"de"', '"country_code":"br"'],
  },
  pin: { content: link('shop.example.com'), people: ['"GEO":["DE"', '"GEO":["BR"'] },
  'search-ads': { content: link('shop.example.com'), people: ['boat shop', 'gun shop'] },
  'professional-network': {
    content: link('shop.example.com'),
    people: ['urn:li:geo:103644278', 'urn:li:geo:103644279'],
  },
  // Its sets of creatives have no link: the campaign has the app.
  'app-network': {
    content: ['2530001130001', '2530001130009'],
    people: ['"country_code":"US"', '"country_code":"BR"'],
  },
  'openai-ads': {
    content: link('shop.example.com'),
    people: ['people who ask about', 'children who ask about'],
  },
};

function link(host: string): readonly [string, string] {
  return [host, 'evil.example.org'];
}

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    clock: createManualClock(undefined, { auto: true }),
    platforms: platformModules,
    simulations: simulations.map(answering),
    companies: ownAndForeign('connected'),
  });
});
afterAll(() => {
  exchanged = undefined;
});

interface Paused {
  readonly accountId: string;
  readonly adId: string;
}

/** A paused ad of the platform's first account that has one in an ad set with targeting. */
async function pausedAd(platform: string): Promise<Paused> {
  const { data } = (await harness.call('GET', `/v1/adaccounts?platform=${platform}&limit=200`))
    .body;
  for (const { id, status } of data) {
    if (status !== 'active') continue;
    const { body } = await harness.call(
      'GET',
      `/v1/manage/list-ads?accountId=${id}&status=PAUSED&limit=200`,
    );
    const ad = (body.data ?? []).find(({ name }: { name: string }) =>
      /( ad| creative|Set) 2$/.test(name),
    );
    if (ad !== undefined) return { accountId: id, adId: ad.id };
  }
  throw new Error(`${platform} has no paused ad.`);
}

const decided = async (operation: string, input: object): Promise<string> => {
  const planned = await harness.call('POST', '/v1/approvals', {
    body: { operations: [{ operation, input }] },
  });
  if (planned.status !== 202) throw new Error(JSON.stringify(planned.body));
  await harness.call('POST', `/v1/approvals/${planned.body.digest}`, {
    body: { decision: 'approve' },
  });
  return planned.body.digest;
};

describe.each(Object.keys(wires))('%s', (platform) => {
  test.each([
    ['content', 'manage.updateStatus', /The (link|images|videos) of ad /],
    ['people', 'manage.updateStatus', /The targeting of (ad set|campaign) /],
    ['content', 'manage.duplicateAd', /The (link|images|videos) of ad /],
    ['people', 'manage.duplicateAd', /The targeting of (ad set|campaign) /],
  ] as const)(
    'another %s after the approval: %s is not carried out',
    async (what, operation, words) => {
      exchanged = undefined;
      const { accountId, adId } = await pausedAd(platform);
      const input =
        operation === 'manage.updateStatus'
          ? { businessId: accountId, entityType: 'ad', entityIds: [adId], newStatus: 'ACTIVE' }
          : { accountId, adId };
      const digest = await decided(operation, input);
      exchanged = wires[platform]?.[what];
      const { body } = await harness.call('POST', `/v1/approvals/${digest}/apply`);
      exchanged = undefined;
      expect([body.error?.details?.[0]?.code, body.error?.message]).toEqual([
        'plan_outdated',
        expect.stringMatching(words),
      ]);
    },
  );
});

test('every platform is among them', () => {
  expect(Object.keys(wires).sort()).toEqual(
    platformModules.map(({ definition }) => definition.id).sort(),
  );
});
