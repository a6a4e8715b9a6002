// @module-tag browser
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import { useDashboard } from '../browser/dashboard-house.ts';
import { pasteRows, pressLaunch } from '../browser/paste-rows.ts';

const house = useDashboard();

test('pasted rows are checked at their cells, corrected on the way, planned, launched and watched to the end', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const { accountId, adSets, page: pageId, profile } = company;
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const head = [
    'Ad name',
    'Launch type',
    'Ad account',
    'Ad sets',
    'Page',
    'Profile',
    'Media 1',
    'Headline',
    'Link',
  ];
  const from = [
    accountId,
    `${adSets[0]}, ${adSets[1]}`,
    pageId,
    profile,
    'boat-1x1.png',
    'All aboard',
  ];
  const creator = [
    accountId,
    adSets[2] ?? '',
    pageId,
    profile,
    '',
    'Hi',
    'https://harbour.example',
  ];
  await pasteRows(page, [
    [...head, 'Partnership code', 'My notes'],
    ...Array.from({ length: 6 }, (_, i) => [
      `Boat ${i + 1}`,
      'Single',
      ...from,
      i === 3 ? 'harbour.example' : 'https://harbour.example/boats',
      '',
      'mine',
    ]),
    ['Creator', 'Partnership code', ...creator, 'adcode-EXPIREDCODE2025', ''],
  ]);

  const cell = page.getByLabel('Link, row 5');
  await page.getByText('1 fault to correct').waitFor();
  expect(await cell.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('td.faulty .cell-fault').textContent()).toContain(
    'must start with https://',
  );
  expect(await page.getByRole('button', { name: 'Launch', exact: true }).isDisabled()).toBe(true);
  expect(await findings()).toEqual([]);

  await cell.fill('https://harbour.example/boats');
  await cell.press('Enter');
  await page.getByRole('button', { name: 'Launch 13 ads' }).waitFor();
  await page.getByText('Created paused').waitFor();
  expect(await page.getByRole('region', { name: 'Plan' }).textContent()).toMatch(
    /Platform calls\d+/,
  );
  await pressLaunch(page, 'Launch 13 ads');
  await page.getByText('12 of 13 ads launched, 1 failed').waitFor();
  expect(await findings()).toEqual([]);
  const [batch] = (await company.ask('GET', '/v1/batches')).data as { adBatchId: number }[];
  const status = await company.ask('GET', `/v1/batch-status/${batch?.adBatchId}`);
  expect(status).toMatchObject({ successfulAds: 12, launchStatus: 'PAUSED' });
});
