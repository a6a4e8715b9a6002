// @module-tag process
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installBuiltPackage, ROOT } from '../runtime/built-package.ts';
import { findNode } from '../runtime/node.ts';
import { DENO } from '../tools/deno.ts';

const node = findNode();
const [major = 0, minor = 0] = node.version.split('.').map(Number);
const nodeHasSqlite = major > 22 || (major === 22 && minor >= 13);
const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
const RUNTIMES: { readonly [name: string]: readonly string[] } = {
  Bun: [bin('bun')],
  Deno: [DENO, 'run', '--allow-all', '--quiet'],
  [`Node ${node.version}`]: [node.path],
};

/** The program in README between what it takes for granted (`ads`, `app`) and a look at what it has done, for both companies. */
function aroundReadme(page: string): string {
  const [, program = ''] = /```ts\n(import \{ createSlipway \}[^`]*)```/.exec(page) ?? [];
  const [imports = '', ...lines] = program.split('\n');
  return `
import { Hono } from 'hono';
import sharp from 'sharp';
${imports}
process.chdir(process.argv[2]);
const before = await createSlipway({ database: 'sqlite:slipway.db' });
const [profile] = (await before.accounts.profiles({ accountId: 'act_1001' })).data;
const of = { accountId: 'act_1001', campaignId: '120000001001100002', status: 'ACTIVE', limit: 1 };
const [adSet] = (await before.reports.adSets(of)).data;
const picture = sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' } });
const { url } = await before.media.upload({ name: 'boat.png', content: await picture.png().toBuffer() });
for (let i = 0; i < 4; i++) await before.companies.create({ name: 'Earlier customer ' + i, sandbox: true });
await before.close();
const ads = [{ adName: 'Boat', adAccountId: 'act_1001', adSets: [adSet.value], ...profile, link: 'https://example.com', media: [{ url }] }];
const app = new Hono();
${lines.join('\n')}
console.log(JSON.stringify({
  launched: launchedAds.map(({ adName }) => adName),
  failed: failedAds.length,
  hasReport: report.data.length > 0,
  sameCompany: slipway.companyId === before.companyId,
  batches: [(await slipway.batches.list()).data.length, (await tenant.batches.list()).data.length],
  tenantHasAccounts: (await tenant.accounts.list()).data.length > 0,
  mounted: (await app.request('/ads/v1/me')).status,
}));
await slipway.close();
`;
}

describe('the examples, with the package as it is built', { timeout: 60_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = installBuiltPackage();
    // What the examples use besides the package itself.
    for (const name of ['hono', 'sharp']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    for (const name of ['launch.mjs', 'hono.mjs']) copyFileSync(join(ROOT, 'examples', name), join(folder, name));
    writeFileSync(join(folder, 'readme.mjs'), aroundReadme(readFileSync(join(ROOT, 'README.md'), 'utf8')));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (runtime: string, ...args: string[]) => {
    const [command = '', ...flags] = RUNTIMES[runtime] ?? [];
    const { stdout } = await promisify(execFile)(command, [...flags, ...args], { cwd: folder });
    return JSON.parse(stdout);
  };
  const LAUNCHED = {
    refused: ['ads[1].link'],
    calls: expect.any(Number),
    launched: ['Harbour 1', 'Harbour 2'],
    copies: 2,
    rows: expect.any(Number),
    undo: 'delete',
  };

  for (const runtime of Object.keys(RUNTIMES)) {
    const tags = runtime === 'Deno' ? ['deno'] : [];
    test(`launch.mjs in ${runtime}, in memory`, { tags }, async () => {
      expect(await run(runtime, 'launch.mjs')).toEqual(LAUNCHED);
    });

    test(`launch.mjs in ${runtime}, on SQLite`, { tags }, async () => {
      const file = `sqlite:${join(mkdtempSync(join(folder, 'data-')), 'slipway.db')}`;
      if (!runtime.startsWith('Node') || nodeHasSqlite) {
        expect(await run(runtime, 'launch.mjs', file)).toEqual(LAUNCHED);
        return;
      }
      await expect(run(runtime, 'launch.mjs', file)).rejects.toThrow(/has no SQLite. Use Node 22.13 or newer, Bun or Deno/);
    });

    test.runIf(!runtime.startsWith('Node') || nodeHasSqlite)(
      `what README says to embedders, word for word, in ${runtime}`,
      { tags },
      async () => {
        const data = mkdtempSync(join(folder, 'readme-'));
        expect(await run(runtime, 'readme.mjs', data)).toEqual({
          launched: ['Boat'],
          failed: 0,
          hasReport: true,
          sameCompany: true,
          batches: [1, 0],
          tenantHasAccounts: true,
          mounted: 401,
        });
      },
    );

    test(`hono.mjs in ${runtime}`, { tags }, async () => {
      expect(await run(runtime, 'hono.mjs')).toEqual({ own: 200, withoutKey: 401, withKey: 200, reference: 200 });
    });
  }
});
