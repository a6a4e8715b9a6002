import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../runtime/built-package.ts';
import { installPackedPackage } from '../runtime/packed-package.ts';
import { describedMembers, hoverOf } from './hover.ts';

/** Each is one statement of a program that embeds the package; the compiler refuses them all. */
const MISTAKES = [
  `slipway.launch({ ads: [{ adAccountId: 'act_1', adNam: 'Spring' }] })`,
  `slipway.launch({ ads: [{}] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1', adSets: '1' }] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1', media: [{ typo: 'https://a.test/a.png' }] }] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1', type: 'carousell' }] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1', status: 'RUNNING' }] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1', headlineVariations: 'one' }] })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1' }], planDigst: 'x' })`,
  `slipway.launch({ ads: [{ adAccountId: 'act_1' }] }, { idempotencykey: 'spring' })`,
  `slipway.plan({})`,
  `slipway.reports.query({ startDate: '2026-11-01', endDate: '2026-11-02', groupBy: 'dya' })`,
  `slipway.reports.query({ startDate: '2026-11-01', endDate: '2026-11-02', metrics: ['spnd'] })`,
  `slipway.reports.query({ startDate: '2026-11-01', endDate: '2026-11-02', sortDirection: 'up' })`,
  `slipway.reports.query({ from: '2026-11-01', to: '2026-11-02' })`,
  `slipway.webhooks.create({ url: 'https://a.test', events: ['batch.done'] })`,
  `slipway.keys.create({ name: 'ci', scopes: ['wirte'] })`,
  `slipway.batches.undo({ id: 17, mode: 'explode' })`,
  `slipway.finished('17')`,
  `slipway.on('batch.ended', () => undefined)`,
  `createSlipway({ databse: 'memory' })`,
] as const;

/** The same calls without the mistake. */
const RIGHT = `
const ad: Ad = { adAccountId: 'act_1', adName: 'Spring', adSets: ['1', { value: '2', label: 'Two' }], media: [{ url: 'https://a.test/a.png' }] };
const request: LaunchRequest = { ads: [ad], planDigest: 'x' };
const plan: LaunchPlan = await slipway.plan(request);
await slipway.launch({ ...request, planDigest: plan.digest }, { idempotencyKey: 'spring' });
const report: Report = await slipway.reports.query({ accountIds: 'act_1', startDate: '2026-11-01', endDate: '2026-11-02', groupBy: 'day,name.hook', metrics: ['spend'] });
const spend: number | null | undefined = report.data[0]?.spend;
const status: BatchStatus = await slipway.finished(17, { signal: AbortSignal.timeout(1_000), onProgress: ({ progress }) => console.log(progress) });
const input: InputOf<'batches.undo'> = { id: 17, mode: 'pause' };
const undone: AnswerOf<'batches.undo'> = await slipway.batches.undo(input);
slipway.on('ad.rejected', ({ companyId, data }) => console.log(companyId, data));
await client.launch({ ads: [ad] });
console.log(spend, status, undone);
`;

const PROGRAM = `import { type Ad, type AnswerOf, type BatchStatus, createSlipway, type InputOf, type LaunchPlan, type LaunchRequest, type Report } from 'slipway';
import { createClient } from 'slipway/client';
const slipway = await createSlipway();
const client = createClient({ url: 'http://127.0.0.1:4000' });
`;

describe('what an editor shows of the package', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await installPackedPackage();
    writeFileSync(
      join(folder, 'program.ts'),
      `${PROGRAM}${RIGHT}${MISTAKES.map((line) => `await ${line};\n`).join('')}`,
    );
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom'],
      noEmit: true,
      skipLibCheck: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['program.ts'] }),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('twenty typical mistakes are errors, and the calls that are meant are none', async () => {
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await promisify(execFile)(tsc, ['-p', '.', '--pretty', 'false'], {
      cwd: folder,
    }).catch((error: { readonly stdout: string }) => error);
    const lines = [...stdout.matchAll(/^program\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    const before = `${PROGRAM}${RIGHT}`.split('\n').length;
    const found = new Set(
      lines.map((line) => MISTAKES[line - before] ?? `line ${line} of the program: ${stdout}`),
    );
    expect([...found].sort()).toEqual([...MISTAKES].sort());
  });

  test('every operation says what it does, and every field what it means, in both doors', () => {
    for (const name of ['slipway', 'client']) {
      const { operations, undescribed } = describedMembers(folder, name);
      expect(operations, name).toBeGreaterThan(270);
      expect(undescribed, name).toEqual([]);
    }
    expect(hoverOf(folder, ['slipway', 'launch'])).toContain('Launch ads in a batch.');
    expect(hoverOf(folder, ['client', 'batches', 'undo'])).toContain(
      'Pause or delete exactly what a batch created.',
    );
  });
});
