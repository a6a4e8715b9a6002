import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { failOnDrift } from '../server/harness.ts';
import { type ServiceFixture, startServiceFixture } from '../server/service-fixture.ts';

failOnDrift();

/**
 * A stranger's program: it knows nothing but the generated types. Kept as text because they exist
 * only after the generation.
 */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

export async function launchAndReport(serve: (request: Request) => Promise<Response>, key: string, image: Blob) {
  const client = createClient<paths>({ baseUrl: 'https://slipway.test', fetch: serve, headers: { Authorization: \`Bearer \${key}\` } });

  const form = new FormData();
  form.set('file', image, 'client.png');
  const uploaded = await client.POST('/v1/media/upload', { body: { file: '' }, bodySerializer: () => form });
  if (uploaded.data === undefined) throw new Error('message' in uploaded.error ? uploaded.error.message : uploaded.error.error.message);

  const accounts = await client.GET('/v1/adaccounts', { params: { query: { limit: 10 } } });
  const account = accounts.data?.data.find(({ status }) => status === 'active');
  if (account === undefined) throw new Error('no account');
  const profiles = await client.GET('/v1/profiles', { params: { query: { businessId: account.id } } });
  const profile = profiles.data?.data[0];
  const adSets = await client.GET('/v1/adsets', { params: { query: { accountId: account.id, status: 'ACTIVE' } } });
  const adSet = adSets.data?.data.find(({ adCount, capacity }) => adCount < capacity);
  if (profile === undefined || adSet === undefined) throw new Error('nothing to launch into');

  const ad = {
    ...{ adName: 'Client {{filename}}', adAccountId: account.id, page: profile.page, secondary: profile.secondary },
    ...{ link: 'https://example.com', title: 'Title', description: 'Text', cta: 'LEARN_MORE' },
    adSets: [{ value: adSet.value, label: adSet.label }],
    media: [{ url: uploaded.data.url }],
  };
  const plan = await client.POST('/v1/launch/plan', { body: { ads: [ad] } });
  if (plan.data === undefined) throw new Error(plan.error.error.message);
  const launched = await client.POST('/v1/launch', {
    body: { ads: [ad], planDigest: plan.data.digest },
    params: { header: { 'Idempotency-Key': 'one' } },
  });
  if (launched.data === undefined) throw new Error(launched.error.error.message);

  for (;;) {
    const { data, error } = await client.GET('/v1/batch-status/{id}', { params: { path: { id: launched.data.adBatchId } } });
    if (data === undefined) throw new Error(error.error.message);
    if (data.status === 'error') throw new Error(data.failedAds.map(({ message }) => message).join(' '));
    if (data.status === 'success') break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const report = await client.GET('/v1/reports/query', {
    params: { query: { accountIds: [account.id], startDate: '2026-11-01', endDate: '2026-11-10', metrics: 'spend,roas' } },
  });
  if (report.data === undefined) throw new Error(report.error.error.message);
  const spend: number | null | undefined = report.data.data[0]?.spend;
  return { operations: plan.data.operations.length, rows: report.data.data.length, spend };
}
`;

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test('a client generated from the document compiles and goes from an upload to a report', async () => {
  const folder = join(import.meta.dirname, 'node_modules', '.generated');
  await mkdir(folder, { recursive: true });
  const { body: document } = await fixture.call('GET', '/openapi.json', { key: null });
  await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTS(document)));
  await writeFile(join(folder, 'program.ts'), program);
  const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
  const flags =
    '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions --skipLibCheck --lib es2022,dom';
  await promisify(execFile)(tsc, [...flags.split(' '), 'program.ts'], { cwd: folder }).catch(
    ({ stdout }) => {
      throw new Error(`the client does not compile:\n${stdout}`);
    },
  );

  const { launchAndReport } = await import(join(folder, 'program.ts'));
  const image = new Blob([Uint8Array.from(await png(600, 600))]);
  const result = await launchAndReport(
    (request: Request) => fixture.app.fetch(request),
    fixture.key,
    image,
  );
  expect(result).toMatchObject({ operations: 3, spend: expect.any(Number) });
  expect(result.rows).toBeGreaterThan(0);
});
