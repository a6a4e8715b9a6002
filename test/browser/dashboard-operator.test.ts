// @module-tag browser
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchKind, LAUNCH_QUEUE, planKind } from '../../core/launch/journal/records.ts';
import { jobId, jobWrite } from '../../core/records/job.ts';
import { openStorage } from '../../server/process/assemble.ts';
import { letDie } from '../dead-job.ts';
import { machineNow } from '../machine-time.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('an operator looks after companies: search, rename, limits, usage, a key, suspend, resume, delete', async () => {
  const { page, company, goTo, findings } = await house.visitAsOperator();
  await goTo('Companies');
  await page.getByRole('button', { name: 'New company' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Acme Overseas');
  await page.getByRole('button', { name: 'Create company' }).click();
  await page.getByText('copy the key now').waitFor();
  const adminKey = (await page.locator('.fresh-key code').textContent()) ?? '';
  await page.getByLabel('Search by name').fill('overseas');
  await expect
    .poll(() => page.getByRole('region', { name: 'Companies' }).getByRole('row').count())
    .toBe(2);
  expect(await findings()).toEqual([]);

  await page.getByRole('link', { name: 'Acme Overseas' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme Overseas' }).waitFor();
  await page.getByRole('region', { name: 'Usage' }).getByText('Ad accounts').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Acme Europe');
  await page.getByLabel('Writes a minute').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Acme Europe' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const shown = async () => (await company.ask('GET', `/v1/companies/${id}`)).company;
  expect(await shown()).toMatchObject({
    name: 'Acme Europe',
    limits: { writesPerMinute: 7, readsPerMinute: null },
  });
  await page.getByLabel('Writes a minute').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => ((await shown()) as { limits: object }).limits)
    .toMatchObject({ writesPerMinute: null });

  const status = async (key: string): Promise<number> =>
    (await fetch(`${company.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Support').first().waitFor();
  const support = (await page.locator('.fresh-key code').textContent()) ?? '';
  expect([await status(adminKey), await status(support)]).toEqual([200, 200]);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('Suspended', { exact: true }).waitFor();
  expect(await status(adminKey)).toBe(403);
  expect(await findings()).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await status(adminKey)).toBe(200);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete in seven days' });
  expect(await sure.isDisabled()).toBe(true);
  await page.getByLabel('Its name, to confirm').fill('Acme Europe');
  // Nothing of it was exported.
  expect(await sure.isDisabled()).toBe(true);
  const file = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: 'export', name: 'Acme Europe' });
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    kind: 'end',
    documents: lines.length - 2,
  });
  await page.getByText(/^It was last exported/).waitFor();
  expect(await findings()).toEqual([]);
  await sure.click();
  await page.getByText(/^Removed on/).waitFor();
  expect(await shown()).toMatchObject({ status: 'deleting' });
  expect(await findings()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('an operator sees queues, dead jobs and stuck batches, retries one and drops another', async () => {
  const { page, company, goTo, findings } = await house.visitAsOperator();
  const { company: own } = (await company.ask('GET', '/v1/me')) as { company: { id: string } };
  const storage = await openStorage({ type: 'sqlite', path: join(house.data(), 'slipway.db') });
  const { store } = storage;
  const now = machineNow();
  const stuck = jobId(LAUNCH_QUEUE, own.id, '901');
  const again = jobId('saved-report', own.id, 'gone');
  const batch = {
    createdAt: now,
    createdBy: 'key',
    slug: 'halted',
    name: 'Halted launch',
    launchStatus: 'PAUSED',
  } as const;
  const counts = { totalAds: 2, successfulAds: 1, failedAds: 0, entries: 0, lastEvent: 0 };
  await store.commit([
    {
      kind: batchKind,
      companyId: own.id,
      id: '901',
      expect: 'absent',
      doc: { ...batch, ...counts, rawStatus: 'Processing' },
    },
    {
      kind: planKind,
      companyId: own.id,
      id: '901',
      expect: 'absent',
      doc: { ads: [], adSets: {}, known: [], operations: [] },
    },
    jobWrite(LAUNCH_QUEUE, own.id, { subject: '901', now, uses: [], delayMs: 3_600_000 }),
    jobWrite('saved-report', own.id, { subject: 'gone', now, uses: [], delayMs: 3_600_000 }),
  ]);
  for (const id of [stuck, again])
    await letDie(store, id, now - 60_000, 'A sentence from the log.');
  try {
    await goTo('Jobs');
    const dead = page.getByRole('region', { name: 'Dead jobs' });
    await dead.getByText(stuck).waitFor();
    await page.getByRole('region', { name: 'Queues' }).getByText('sweep').waitFor();
    const batches = page.getByRole('region', { name: 'Stuck batches' });
    await batches.getByText('Halted launch').waitFor();
    await batches.getByText('Failed too often').waitFor();
    expect(await findings()).toEqual([]);
    await dead.getByRole('button', { name: `Retry ${again}` }).click();
    await page.getByText('1 job started again.').waitFor();
    await dead.getByText(again).waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 800 });
    expect(await findings()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await batches.getByRole('button', { name: `Drop ${stuck}` }).click();
    expect(await findings()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Drop', exact: true }).click();
    await page.getByText('No job is dead.').waitFor();
    await page.getByText('Every batch gets on.').waitFor();
    const audit = (await company.ask('GET', '/v1/audit')) as {
      data: { action: string; subject: string }[];
    };
    expect(
      audit.data.filter(({ action }) => action === 'job.drop').map(({ subject }) => subject),
    ).toEqual([stuck]);
  } finally {
    await storage.close();
  }
});

test('who is no operator has neither page', async () => {
  const { page } = await house.visit(['primary']);
  for (const name of ['Companies', 'Jobs'])
    expect(
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).count(),
    ).toBe(0);
  await page.evaluate(() => {
    location.hash = '#/jobs';
  });
  await page.getByRole('heading', { level: 1, name: 'Nothing is here' }).waitFor();
});
