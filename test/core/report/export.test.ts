import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskExports } from '../../../adapters/exports/disk.ts';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { getExport, openExportFile, startExport } from '../../../core/features/exports/exports.ts';
import { exportQueue } from '../../../core/features/exports/records.ts';
import { runExport } from '../../../core/features/exports/run-export.ts';
import { exportRequest, exportResponse } from '../../../core/features/exports/schema.ts';
import type { ExportFiles } from '../../../core/ports/export-files.ts';
import type { Job } from '../../../core/ports/jobs.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { company, createWorld, failure, fakeRow } from './world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-exports-'));
});
afterAll(() => rm(folder, { recursive: true }));

const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
const rows = days.flatMap((day, i) =>
  ['a1', 'a2', 'a3'].map((adId, j) =>
    fakeRow({
      day,
      adId,
      adsetId: j < 2 ? 's1' : 's2',
      spend: i + j / 10,
      adName: ['=HYPERLINK("http://x")', 'quote " and, comma', '@me'][j] ?? '',
    }),
  ),
);

async function setting(options: Parameters<typeof createWorld>[1] = {}) {
  const world = await createWorld(
    [
      { id: 'act_1', name: 'Shop', rows },
      {
        id: 'act_2',
        name: 'Other',
        currency: 'JPY',
        rows: [fakeRow({ day: '2026-11-02', spend: 1200 })],
      },
    ],
    options,
  );
  return { world, ports: { ...world.ports, exportFiles: createDiskExports(folder) } };
}
type Ports = Awaited<ReturnType<typeof setting>>['ports'];

const start = async (ports: Ports, body: object): Promise<string> => {
  const response = await startExport(
    ports,
    { companyId: company, keyId: 'key' },
    parseRequest(exportRequest, body),
  );
  expect(v.parse(exportResponse, response)).toEqual(response);
  return response.exportId;
};
const jobOf = (exportId: string, failures = 0): Job => ({
  queue: exportQueue,
  companyId: company,
  subject: exportId,
  dueAt: 0,
  attempts: 40,
  failures,
});
const textOf = async (ports: Ports, exportId: string): Promise<string> => {
  const { content, bytes } = await openExportFile(ports, company, exportId);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  expect(whole.length).toBe(bytes);
  return whole.toString();
};
const range = { startDate: '2026-11-01', endDate: '2026-11-03' };

describe('an export', () => {
  it('is a job that was noted together with it', async () => {
    const { ports, world } = await setting();
    const exportId = await start(ports, { accountIds: ['act_1'], ...range });
    const [job] = (await ports.store.find(jobKind, SYSTEM)).items;
    expect(job?.doc).toMatchObject({ queue: 'export', companyId: company, subject: exportId });
    expect(world.woken).toEqual([job?.id]);
    expect(await getExport(ports, company, exportId)).toMatchObject({
      status: 'queued',
      level: 'ad',
      format: 'ndjson',
      rows: 0,
    });
    await expect(openExportFile(ports, company, exportId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('queued'),
    });
  });

  it('holds a line of JSON for each ad and day', async () => {
    const { ports } = await setting();
    const exportId = await start(ports, { accountIds: ['act_1', '2'], ...range });
    expect(await runExport(ports, jobOf(exportId))).toBeUndefined();
    const lines = (await textOf(ports, exportId))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatchObject({
      date: '2026-11-01',
      accountId: 'act_1',
      accountName: 'Shop',
      platform: 'primary',
      currency: 'EUR',
      spend: 0,
      ctr: 2,
    });
    expect(lines[9]).toMatchObject({ accountId: 'act_2', currency: 'JPY', spend: 1200 });
    expect(await getExport(ports, company, exportId)).toMatchObject({
      status: 'success',
      rows: 10,
      bytes: (await textOf(ports, exportId)).length,
    });
  });

  it('neutralises formulas in CSV and quotes what needs it', async () => {
    const { ports } = await setting();
    const exportId = await start(ports, {
      accountIds: ['act_1'],
      ...range,
      format: 'csv',
      fields: ['adName', 'spend', 'cpa'],
    });
    await runExport(ports, jobOf(exportId));
    const lines = (await textOf(ports, exportId)).split('\r\n');
    expect(lines[0]).toBe('adName,spend,cpa');
    expect(lines.slice(1, 4).sort()).toEqual(
      [`"'=HYPERLINK(""http://x"")",0,0`, `"quote "" and, comma",0.1,0.05`, `'@me,0.2,0.1`].sort(),
    );
    expect(lines).toHaveLength(11);
  });

  it('joins ads where ad sets or campaigns are wanted', async () => {
    const { ports } = await setting();
    for (const [level, expected] of [
      ['adset', 6],
      ['campaign', 3],
    ] as const) {
      const exportId = await start(ports, { accountIds: 'act_1', ...range, level });
      await runExport(ports, jobOf(exportId));
      const lines = (await textOf(ports, exportId))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toHaveLength(expected);
      expect(lines.reduce((sum, line) => sum + line.impressions, 0)).toBe(9000);
    }
  });

  it('does not add purchases to leads', async () => {
    const mixed = [
      fakeRow({ adId: 'a1', resultType: 'purchase' }),
      fakeRow({ adId: 'a2', resultType: 'lead' }),
    ];
    const { ports, world } = await setting();
    world.rows.set('act_1', mixed);
    const one = {
      startDate: '2026-11-01',
      endDate: '2026-11-01',
      fields: 'results,costPerResult,resultType',
    };
    const campaigns = await start(ports, { accountIds: 'act_1', ...one, level: 'campaign' });
    await runExport(ports, jobOf(campaigns));
    expect(await textOf(ports, campaigns)).toBe(
      '{"results":null,"costPerResult":null,"resultType":null}\n',
    );
    const ads = await start(ports, { accountIds: 'act_1', ...one });
    await runExport(ports, jobOf(ads));
    expect((await textOf(ports, ads)).split('\n')[0]).toBe(
      '{"results":2,"costPerResult":5,"resultType":"purchase"}',
    );
  });

  it('holds structure and no figures without dates', async () => {
    const listing = (id: string) => ({
      id,
      name: `Ad ${id}`,
      status: 'ACTIVE',
      effectiveStatus: 'ACTIVE',
      createdTime: '2026-01-01',
      thumbnailUrl: null,
      adSetId: 's1',
      campaignId: 'c1',
      creativeId: 'k1',
    });
    const inspect = {
      ads: async (_: unknown, { after }: { after?: string }) =>
        after === undefined ? { data: [listing('1')], after: 'x' } : { data: [listing('2')] },
    } as never;
    const campaigns = async () => [
      {
        id: 'c1',
        name: '-1+1',
        objective: 'SALES',
        status: 'PAUSED' as const,
        effectiveStatus: 'PAUSED',
        dailyBudget: 12.5,
      },
    ];
    const { ports, world } = await setting({ inspect, structure: { campaigns } });
    const ads = await start(ports, {
      accountIds: 'act_1',
      fields: 'campaignId,adsetId,adId,creativeId,status',
    });
    await runExport(ports, jobOf(ads));
    const above = '"campaignId":"c1","adsetId":"s1"';
    expect(await textOf(ports, ads)).toBe(
      ['1', '2']
        .map((id) => `{${above},"adId":"${id}","creativeId":"k1","status":"ACTIVE"}\n`)
        .join(''),
    );
    const list = await start(ports, {
      accountIds: 'act_1',
      level: 'campaign',
      format: 'csv',
      fields: 'campaignName,dailyBudget,lifetimeBudget',
    });
    await runExport(ports, jobOf(list));
    expect(await textOf(ports, list)).toBe(
      "campaignName,dailyBudget,lifetimeBudget\r\n'-1+1,12.5,\r\n",
    );
    expect(world.asked).toEqual([]);
  });

  it('has only its head when there is nothing', async () => {
    const { ports } = await setting();
    const exportId = await start(ports, {
      accountIds: ['act_1'],
      startDate: '2026-12-01',
      endDate: '2026-12-02',
      format: 'csv',
      fields: ['adId', 'spend'],
    });
    await runExport(ports, jobOf(exportId));
    expect(await textOf(ports, exportId)).toBe('adId,spend\r\n');
  });

  it('goes on where its worker died and is the same byte by byte', async () => {
    const { ports } = await setting();
    const body = { accountIds: ['act_1', 'act_2'], ...range, format: 'csv' };
    const whole = await start(ports, body);
    await runExport(ports, jobOf(whole));
    const expected = await textOf(ports, whole);

    const cut = await start(ports, body);
    let writes = 0;
    // Dies after the text was written and before that was noted.
    const dying: ExportFiles = {
      ...ports.exportFiles,
      async write(...given) {
        await ports.exportFiles.write(...given);
        if (++writes === 2) throw new Error('killed');
        return ports.exportFiles.write(...given);
      },
    };
    await expect(runExport({ ...ports, exportFiles: dying }, jobOf(cut))).rejects.toThrow('killed');
    expect(await getExport(ports, company, cut)).toMatchObject({ status: 'running', rows: 9 });
    expect((await readFile(join(folder, company, `${cut}.csv`))).length).toBe(expected.length);
    await runExport(ports, jobOf(cut, 1));
    expect(await textOf(ports, cut)).toBe(expected);
  });

  it('leaves the work to the other when two work on it', async () => {
    const { ports } = await setting();
    const exportId = await start(ports, { accountIds: ['act_1', 'act_2'], ...range });
    await Promise.all([runExport(ports, jobOf(exportId)), runExport(ports, jobOf(exportId))]);
    expect(await getExport(ports, company, exportId)).toMatchObject({
      status: 'success',
      rows: 10,
    });
    expect((await textOf(ports, exportId)).trimEnd().split('\n')).toHaveLength(10);
  });

  it('is tried again while the trouble passes, and says why it failed when it does not', async () => {
    const { ports, world } = await setting();
    const exportId = await start(ports, { accountIds: ['act_1'], ...range });
    world.failing = failure('transient');
    await expect(runExport(ports, jobOf(exportId))).rejects.toThrow('transient');
    await runExport(ports, jobOf(exportId, 5));
    expect(await getExport(ports, company, exportId)).toMatchObject({
      status: 'error',
      error: { code: 'platform_error', message: expect.stringContaining('Try again later.') },
    });
    await expect(openExportFile(ports, company, exportId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('failed'),
    });
  });

  it('gives way to other jobs while a slow platform is read', async () => {
    const { ports, world } = await setting();
    const exportId = await start(ports, {
      accountIds: ['act_1'],
      startDate: '2026-08-01',
      endDate: '2026-11-10',
    });
    world.pause = () => world.ports.clock.advance(15_000);
    let turns = 0;
    while ((await runExport(ports, jobOf(exportId))) !== undefined) turns++;
    expect(turns).toBeGreaterThan(0);
    expect(await getExport(ports, company, exportId)).toMatchObject({ status: 'success', rows: 9 });
  });

  it('is not found by another company', async () => {
    const { ports } = await setting();
    const exportId = await start(ports, { accountIds: ['act_1'], ...range });
    await runExport(ports, jobOf(exportId));
    await expect(getExport(ports, 'company-2', exportId)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(openExportFile(ports, 'company-2', exportId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it.each([
    [{ fields: ['adId', 'planet'], ...range }, 'fields', 'adName'],
    [{ fields: ['reach'], ...range }, 'fields', 'spend'],
    [{ level: 'account' }, 'level', 'campaign'],
    [{ format: 'xlsx' }, 'format', 'csv'],
    [{ startDate: '2026-11-03', endDate: '2026-11-01' }, 'endDate', 'before'],
  ])('refuses %j, naming what is allowed', async (body, path, allowed) => {
    const { ports } = await setting();
    const refused = await start(ports, { accountIds: ['act_1'], ...body }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'unprocessable_entity', details: [{ path }] });
    expect(JSON.stringify((refused as { details: unknown }).details)).toContain(allowed);
  });
});
