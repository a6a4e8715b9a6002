import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { listen } from '../../adapters/sandbox/listen.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { createSandbox } from '../../adapters/sandbox/sandbox.ts';
import type { Http } from '../../core/ports/http.ts';
import { silent } from '../../core/ports/log.ts';
import { openCompany } from '../../core/upkeep/open-company.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { operationsOf } from '../../server/invoke.ts';
import { probePlatform } from '../../server/local/probe/probe.ts';
import { simulatedSide } from '../../server/local/probe/sides.ts';
import { type Exchange, taped } from '../../server/local/probe/tape.ts';
import { readConfig } from '../../server/process/config.ts';
import { openRuntime } from '../../server/process/runtime.ts';
import { machineClock } from '../machine-time.ts';

const now = Date.UTC(2026, 10, 15, 12);

test.each(platformModules.map((module) => [module.definition.id, module] as const))(
  'a probe of %s makes a paused campaign, ad set and ad, reads them back and deletes them',
  async (_id, module) => {
    const here = await simulatedSide(module, { now });
    const record = await probePlatform(here, await simulatedSide(module, { now }), {
      now,
      write: true,
      isLive: false,
    });
    const { written } = record;
    // AppLovin takes one campaign and tells a list, `campaign_ids`.
    const notReadBack = module.definition.id === 'app-network' ? ['campaign_id'] : [];
    expect(written).toMatchObject({ failure: null, differences: [], notReadBack });
    expect(written?.made.map(({ type }) => type)).toEqual(
      module.definition.adSets === 'campaigns' ? ['campaign', 'ad'] : ['campaign', 'adset', 'ad'],
    );
    // Both sides are the simulation.
    expect(record.fields).toEqual([]);
    const { duplicate, edit } = here.platform;
    const stays =
      edit?.removes === undefined
        ? []
        : (written?.made ?? []).filter(({ type }) => !edit.removes?.includes(type));
    expect(written?.left).toHaveLength(stays.length);
    for (const { type } of written?.made ?? [])
      if (!stays.some((each) => each.type === type))
        expect([type, await duplicate?.named(here.access, type, written?.marker ?? '')]).toEqual([
          type,
          [],
        ]);
    for (const secret of Object.values(here.access.credentials))
      if (secret.length >= 6) expect(JSON.stringify(record)).not.toContain(secret);
  },
);

test('a probe without --write makes nothing', async () => {
  for (const module of platformModules) {
    const here = await simulatedSide(module, { now });
    const { read, written } = await probePlatform(here, await simulatedSide(module, { now }), {
      now,
      write: false,
      isLive: false,
    });
    expect([written, read.adAccounts > 0, read.campaigns > 0]).toEqual([null, true, true]);
    const before = await here.platform.duplicate?.named(here.access, 'campaign', 'Slipway probe');
    expect(before).toEqual([]);
  }
});

test('a field that the platform keeps otherwise, and one that only it answers, are in the record', async () => {
  const [meta] = platformModules;
  if (meta === undefined) throw new Error('A platform is missing.');
  const here = await simulatedSide(meta, { now });
  const tape: Exchange[] = [];
  const other: Http = taped(
    { requestAll: async () => [{ ok: true, status: 200, headers: {}, text: '{"extra":1}' }] },
    tape,
  );
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
  const record = await probePlatform(changing, await simulatedSide(meta, { now }), {
    now,
    write: true,
    isLive: true,
  });
  expect(record.written?.differences).toEqual([
    expect.stringMatching(/^campaign\.dailyBudget: sent .*, read 1\.5$/),
  ]);
  expect(record.fields).toContainEqual({
    call: 'GET /act_1/campaigns',
    onlyHere: ['extra'],
    onlySimulated: [],
  });
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
  expect(words).toMatchObject({
    code: 0,
    out: expect.stringMatching(/made\s+campaign \d+; adset \d+; ad \d+/),
  });
  expect(JSON.parse((await run('linkedin', '--json')).out)).toMatchObject({
    platform: 'professional-network',
    isLive: false,
    written: null,
  });
  expect((await run('nothing')).out).toContain('There are Meta, TikTok');
});

test.each(['the answer to the ad set is lost', 'what was made cannot be read'] as const)(
  'a probe deletes what it made although %s',
  async (fault) => {
    for (const module of platformModules.filter(
      ({ definition }) => definition.adSets !== 'campaigns',
    )) {
      const here = await simulatedSide(module, { now });
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
          if (fault === 'what was made cannot be read' && found.name.includes('Slipway probe'))
            throw new Error('Cut off.');
          return found;
        },
      };
      const side = { ...here, platform: { ...here.platform, duplicate: failing } };
      const { written } = await probePlatform(side, await simulatedSide(module, { now }), {
        now,
        write: true,
        isLive: false,
      });
      expect([module.definition.id, written?.failure, written?.left]).toEqual([
        module.definition.id,
        expect.any(String),
        [],
      ]);
      for (const type of ['campaign', 'adset', 'ad'] as const)
        expect([type, await duplicate.named(here.access, type, written?.marker ?? '')]).toEqual([
          type,
          [],
        ]);
    }
  },
);

test('a connection of the installation is probed as live, with its own credentials and address', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-probe-'));
  const simulation = simulations.find(({ platform }) => platform === 'primary');
  if (simulation === undefined) throw new Error('A simulation is missing.');
  // The platform on this machine stands for the live one.
  const live = await listen(createSandbox({ clock: machineClock, seed: 3 }), 0);
  const env = {
    SLIPWAY_PLATFORMS: 'live',
    SLIPWAY_META_BASE_URL: `${live.url}${simulation.basePath}`,
    SLIPWAY_SECRET: 'a secret that is long enough for this',
  };
  const run = async (...args: string[]) => {
    let [out, err] = ['', ''];
    const writes = [
      { write: (text: string) => (out += text) },
      { write: (text: string) => (err += text) },
    ] as const;
    const code = await runCommandLine(['probe', 'meta', '--data', data, ...args], env, ...writes);
    return { code, out, err };
  };
  try {
    expect(await run('--write')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Connect it first'),
    });
    const house = await openRuntime(
      { ...readConfig(['--data', data], env), facts: undefined },
      silent,
      'http://127.0.0.1',
    );
    const { companyId } = await openCompany(
      house.ports,
      house.ports.features,
      { name: 'Live' },
      {},
    );
    const caller = { companyId, keyId: 'test', scopes: ['admin'] as const };
    const credentials = { ...simulation.credentials(demoCompany) };
    await operationsOf(house.ports, caller).connections.create({
      platform: 'primary',
      name: 'Live',
      credentials,
    });
    await house.close();
    const file = join(data, 'record.json');
    const probed = await run('--write', '--record', file);
    expect(probed).toMatchObject({ code: 0, out: expect.stringMatching(/Meta v\d+\.0, live/) });
    const record = readFileSync(file, 'utf8');
    expect(JSON.parse(record)).toMatchObject({
      isLive: true,
      written: { failure: null, left: [], differences: [] },
      fields: [],
    });
    for (const secret of [...Object.values(credentials), live.url])
      expect(record).not.toContain(secret);
    const unknown = await run('--account', 'act_404');
    expect(unknown).toMatchObject({
      code: 3,
      err: expect.stringContaining('the ad account act_404'),
    });
  } finally {
    await live.stop();
  }
});
