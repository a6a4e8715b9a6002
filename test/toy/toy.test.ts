import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { adPlatformSuite } from '../../adapters/testing/ad-platform.suite.ts';
import { platformAtSandbox } from '../../adapters/testing/platform-at-sandbox.ts';
import { checkSheet, type SheetKnowledge } from '../../core/sheet/check-sheet.ts';
import { columnsFor } from '../../core/sheet/columns.ts';
import { readTable } from '../../core/sheet/read-table.ts';
import { definition, toy } from '../../examples/platform/platform.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import { dayAgo } from '../machine-time.ts';
import { png } from '../samples/media.ts';
import { startToyService } from './service.ts';

adPlatformSuite('toy', () => platformAtSandbox(toy, toySimulation));

test('it has fewer than 500 lines of 100 characters, and nothing outside its folder knows it', () => {
  const lines = ['platform.ts', 'simulation.ts'].map(
    (file) =>
      readFileSync(join(import.meta.dirname, '../../examples/platform', file), 'utf8').split('\n')
        .length,
  );
  expect(lines.reduce((sum, each) => sum + each)).toBeLessThan(500);
  const root = join(import.meta.dirname, '../..');
  for (const folder of ['core', 'adapters', 'server', 'sheets-addon'])
    for (const file of readdirSync(join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    }).filter((each) => /\.tsx?$/.test(each)))
      expect([file, /\btoy\b/i.test(readFileSync(join(root, folder, file), 'utf8'))]).toEqual([
        file,
        false,
      ]);
});

test('its modules import the public doors and nothing else', () => {
  const folder = join(import.meta.dirname, '../../examples/platform');
  for (const file of readdirSync(folder))
    for (const [, from = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      / from '([^']+)'/g,
    ))
      expect([file, from]).toEqual([
        file,
        expect.stringMatching(
          /^(slipway(\/(core|testing|adapters\/platform-kit)|-sandbox\/kit)?|\.\/\w+\.ts)$/,
        ),
      ]);
});

describe('a service it was added to', () => {
  let service: Awaited<ReturnType<typeof startToyService>>;
  beforeAll(async () => {
    service = await startToyService();
  });
  afterAll(() => service.stop());

  test('shows it among its platforms, with what it takes and offers', async () => {
    const { body } = await service.call('GET', '/v1/platforms');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      ...platformModules.map(({ definition }) => definition.id),
      'toy',
    ]);
    const row = body.data.find(({ id }: { id: string }) => id === 'toy');
    expect(row).toMatchObject({
      label: 'Toy (Tinker)',
      credentials: { fields: [{ key: 'pass', label: 'Toy pass', secret: true }], ways: [['pass']] },
      launch: {
        types: ['single'],
        fields: [{ name: 'toyMood' }],
        callsToAction: ['PLAY', 'WIND_UP'],
      },
      metrics: ['spend', 'impressions', 'clicks'],
    });
    expect(row.offers).toEqual(
      expect.arrayContaining(['launch', 'edit.setStatus', 'report.daily']),
    );
    expect(row.offers).not.toContain('edit.setBudget');
  });

  test('connects it by any of its names, and says what a connection lacks', async () => {
    const connect = (credentials: object) =>
      service.call('POST', '/v1/connections', { platform: 'tinker', credentials });
    expect((await connect({ pas: 'x' })).body.error.details).toMatchObject([
      { path: 'credentials.pas', code: 'unknown_credential' },
      { path: 'credentials.pass', code: 'missing_field' },
    ]);
    expect(await connect({ pass: demoCompany.token })).toMatchObject({
      status: 201,
      body: { platform: 'toy', adAccounts: 1 },
    });
  });

  test('launches on it, and changes what it made by ids that are words', async () => {
    const { account, adSetIds, fields } = toySimulation.stage;
    const form = new FormData();
    form.append(
      'file',
      new File([new Uint8Array(await png(600, 600))], 'bear.png', { type: 'image/png' }),
    );
    const headers = { authorization: `Bearer ${service.adminKey}` };
    const uploaded = await service.app.request('/v1/media/upload', {
      method: 'POST',
      headers,
      body: form,
    });
    const { url } = (await uploaded.json()) as { url: string };
    const ads = ['Bear', 'Boat'].map((adName) => ({
      adName,
      adAccountId: account.id,
      adSets: [adSetIds[0]],
      media: [{ url }],
      ...fields,
    }));

    const { toyMood: _mood, ...moodless } = fields;
    const refused = await service.call('POST', '/v1/launch/plan', {
      ads: [{ ...ads[0], toyMood: undefined, ...moodless }],
    });
    expect(refused.body.error.details).toMatchObject([
      { path: 'ads[0].toyMood', code: 'missing_field' },
    ]);

    const launched = await service.call('POST', '/v1/launch', { ads });
    expect(launched.body).toMatchObject({ success: true, totalAds: 2, launchStatus: 'PAUSED' });
    const status = async () =>
      (await service.call('GET', `/v1/batch-status/${launched.body.adBatchId}`)).body;
    while ((await status()).status === 'processing') await service.ports.clock.sleep(20);
    expect(await status()).toMatchObject({ outcome: 'all', successfulAds: 2 });

    const made = (await status()).launchedAds.map(({ adId }: { adId: string }) => adId) as string[];
    expect(made.every((id) => definition.entityId.pattern.test(id))).toBe(true);
    const change = { businessId: 'tinker:toy-one', entityType: 'ad', newStatus: 'PAUSED' };
    const changed = await service.call('POST', '/v1/manage/update-status', {
      ...change,
      entityIds: made,
    });
    expect(
      changed.body.results?.map(({ success }: { success: boolean }) => success) ?? changed.body,
    ).toEqual([true, true]);
    const wrong = await service.call('POST', '/v1/manage/update-status', {
      ...change,
      entityIds: ['4711'],
    });
    expect(wrong.body.error.details).toMatchObject([{ code: 'invalid_id' }]);
    const budget = {
      businessId: account.id,
      entityType: 'adset',
      entityId: adSetIds[0],
      dailyBudget: 5,
    };
    expect(
      (await service.call('POST', '/v1/manage/update-budget', budget)).body.error.details,
    ).toMatchObject([{ code: 'unsupported_on_platform' }]);
  });

  test('reports on it', async () => {
    const days = [6, 4].map((ago) => dayAgo(ago));
    const query = `accountIds=toy-one&startDate=${days[0]}&endDate=${days[1]}&metrics=spend,clicks&groupBy=adId`;
    expect((await service.call('GET', `/v1/reports/query?${query}`)).body.data).toMatchObject([
      { adId: 'ad~1', adName: 'Old toy', spend: 3.5, clicks: 7 },
    ]);
  });
});

describe('a sheet it was added to', () => {
  const columns = columnsFor([...platformModules.map((module) => module.definition), definition]);
  const definitions = { toy: definition };
  const knowledge: SheetKnowledge = {
    definitions,
    accounts: (id) => (id === 'toy-one' ? [{ key: 'toy:toy-one', platform: 'toy' }] : []),
    defaults: () => ({ launchPaused: true }),
    accountStatus: () => 'active',
    adSets: () => undefined,
  };

  test('has its column, and checks rows by its rules', () => {
    expect(columns.map(({ header }) => header)).toContain('Toy mood');
    const headers = [
      'Ad name',
      'Ad account',
      'Ad sets',
      'Media 1',
      'Primary text',
      'Link',
      'Toy mood',
    ];
    const row = (mood: string) => [
      'Bear',
      'toy-one',
      'shelf~11',
      'https://a.example/a.png',
      'Text',
      'https://a.example/',
      mood,
    ];
    const { layout, all } = readTable(headers, [row('merry'), row('')], columns);
    const faults = checkSheet(all, layout, knowledge).flat();
    expect(faults.map(({ row: at, key, code }) => `${at} ${key} ${code}`)).toEqual([
      '3 toyMood missing_field',
    ]);
  });
});
