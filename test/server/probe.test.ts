import { expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import type { Http } from '../../core/ports/http.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { probePlatform } from '../../server/local/probe.ts';
import { simulatedSide } from '../../server/local/sides.ts';
import { type Exchange, taped } from '../../server/local/tape.ts';

const now = Date.UTC(2026, 10, 15, 12);

test.each(platformModules.map((module) => [module.definition.id, module] as const))(
  'a probe of %s makes a paused campaign, ad set and ad, reads them back and deletes them',
  async (_id, module) => {
    const here = simulatedSide(module, { now });
    const record = await probePlatform(here, simulatedSide(module, { now }), { now, write: true, isLive: false });
    const { written } = record;
    expect(written).toMatchObject({ failure: null, differences: [] });
    expect(written?.made.map(({ type }) => type)).toEqual(
      module.definition.adSets === 'campaigns' ? ['campaign', 'ad'] : ['campaign', 'adset', 'ad'],
    );
    // Both sides are the simulation.
    expect(record.fields).toEqual([]);
    const { duplicate, edit } = here.platform;
    const stays = edit?.removes === undefined ? [] : (written?.made ?? []).filter(({ type }) => !edit.removes?.includes(type));
    expect(written?.left).toHaveLength(stays.length);
    for (const { type } of written?.made ?? [])
      if (!stays.some((each) => each.type === type))
        expect([type, await duplicate?.named(here.access, type, written?.marker ?? '')]).toEqual([type, []]);
    for (const secret of Object.values(here.access.credentials))
      if (secret.length >= 6) expect(JSON.stringify(record)).not.toContain(secret);
  },
);

test('a probe without --write makes nothing', async () => {
  for (const module of platformModules) {
    const here = simulatedSide(module, { now });
    const { read, written } = await probePlatform(here, simulatedSide(module, { now }), { now, write: false, isLive: false });
    expect([written, read.adAccounts > 0, read.campaigns > 0]).toEqual([null, true, true]);
    const before = await here.platform.duplicate?.named(here.access, 'campaign', 'Slipway probe');
    expect(before).toEqual([]);
  }
});

test('a field that the platform keeps otherwise, and one that only it answers, are in the record', async () => {
  const [meta] = platformModules;
  if (meta === undefined) throw new Error('A platform is missing.');
  const here = simulatedSide(meta, { now });
  const tape: Exchange[] = [];
  const other: Http = taped({ requestAll: async () => [{ ok: true, status: 200, headers: {}, text: '{"extra":1}' }] }, tape);
  await other.requestAll([{ method: 'GET', url: 'https://live.test/v26.0/act_1/campaigns' }]);
  here.tape.push(...tape);
  // A platform that makes copies with another budget.
  const { duplicate } = here.platform;
  if (duplicate === undefined) throw new Error('The platform copies.');
  const tree: typeof duplicate.tree = async (...asked) => {
    const found = await duplicate.tree(...asked);
    return found.name.includes('Slipway probe') ? { ...found, dailyBudget: 1.5 } : found;
  };
  const changing = { ...here, platform: { ...here.platform, duplicate: { ...duplicate, tree } } };
  const record = await probePlatform(changing, simulatedSide(meta, { now }), { now, write: true, isLive: true });
  expect(record.written?.differences).toEqual([expect.stringMatching(/^campaign\.dailyBudget: sent .*, read 1\.5$/)]);
  expect(record.fields).toContainEqual({ call: 'GET /act_1/campaigns', onlyHere: ['extra'], onlySimulated: [] });
});

test('slipway probe says it in words, and as JSON', async () => {
  const run = async (...args: string[]) => {
    let out = '';
    const code = await runCommandLine(
      ['probe', ...args],
      { SLIPWAY_PLATFORMS: 'sandbox' },
      { write: (text) => (out += text) },
      { write: (text) => (out += text) },
    );
    return { code, out };
  };
  const words = await run('meta', '--write');
  expect(words).toMatchObject({ code: 0, out: expect.stringMatching(/made\s+campaign \d+; adset \d+; ad \d+/) });
  expect(JSON.parse((await run('linkedin', '--json')).out)).toMatchObject({
    platform: 'professional-network',
    isLive: false,
    written: null,
  });
  expect((await run('nothing')).out).toContain('There are primary, short-video');
});

test.each(['the answer to the ad set is lost', 'what was made cannot be read'] as const)(
  'a probe deletes what it made although %s',
  async (fault) => {
    for (const module of platformModules.filter(({ definition }) => definition.adSets !== 'campaigns')) {
      const here = simulatedSide(module, { now });
      const { duplicate } = here.platform;
      if (duplicate === undefined) throw new Error('The platform copies.');
      const failing: typeof duplicate = {
        ...duplicate,
        async recreate(access, request) {
          const outcome = await duplicate.recreate(access, request);
          const failure = {
            class: 'network',
            cause: 'no answer',
            fix: 'Look for it.',
            message: 'No answer came.',
            retryable: true,
          };
          return fault === 'the answer to the ad set is lost' && request.type === 'adset'
            ? ({ state: 'unknown', failure } as unknown as typeof outcome)
            : outcome;
        },
        async tree(...asked) {
          const found = await duplicate.tree(...asked);
          if (fault === 'what was made cannot be read' && found.name.includes('Slipway probe')) throw new Error('Cut off.');
          return found;
        },
      };
      const side = { ...here, platform: { ...here.platform, duplicate: failing } };
      const { written } = await probePlatform(side, simulatedSide(module, { now }), { now, write: true, isLive: false });
      expect([module.definition.id, written?.failure, written?.left]).toEqual([module.definition.id, expect.any(String), []]);
      for (const type of ['campaign', 'adset', 'ad'] as const)
        expect([type, await duplicate.named(here.access, type, written?.marker ?? '')]).toEqual([type, []]);
    }
  },
);
