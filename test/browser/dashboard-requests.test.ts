// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adNames, upload } from '../addon/launch-rows.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteRows, untilPlanned } from './paste-rows.ts';

const house = useDashboard({ SLIPWAY_LAUNCH_LIMIT: '2,10' });

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
}

test('a request whose answer is lost is sent again under its key, by itself and by whoever presses the button again', async () => {
  const { page, company, goTo } = await house.visit();
  await goTo('Keys');
  const keys: (string | undefined)[] = [];
  let lost = 3;
  await page.route('**/v1/keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    // Carried out, and nobody hears of it.
    const response = await route.fetch();
    lost -= 1;
    return lost >= 0 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  await createKey(page, 'Lost');
  await page.getByRole('alert').getByText('The service does not answer. Is it running?').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('copy the key now').waitFor();
  expect(keys).toHaveLength(4);
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^dashboard-[0-9a-f]{32}$/)]));
  const { data } = (await company.ask('GET', '/v1/keys')) as { data: { name: string }[] };
  expect(data.filter(({ name }) => name === 'Lost')).toHaveLength(1);
});

test('a session that ends elsewhere leads to the sign-in, and what cannot be reached can be asked for again', async () => {
  const { page, goTo } = await house.visit();
  await page.route('**/v1/library/assets?*', (route) => route.abort('connectionreset'));
  await goTo('Library');
  await page.getByRole('alert').getByText('The service does not answer. Is it running?').waitFor();
  await page.unroute('**/v1/library/assets?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Nothing is found' }).waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByLabel('API key').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Launch', exact: true }).click();
  await page.getByLabel('API key').waitFor();
});

test('rows beyond the limit of a launch are planned as one and launched in parts, each once though its answer is lost', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const { accountId, adSets, page: profile, profile: secondary } = company;
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  await pasteRows(page, [
    [
      'Ad name',
      'Ad account',
      'Ad sets',
      'Page',
      'Profile',
      'Media 1',
      'Headline',
      'Link',
      'Start as',
    ],
    ...names.map((name) => [
      name,
      accountId,
      adSets[0] ?? '',
      profile,
      secondary,
      'boat-1x1.png',
      'Hi',
      'https://harbour.example',
      'PAUSED',
    ]),
  ]);
  await page.getByRole('region', { name: 'Plan' }).getByText('5 ads', { exact: true }).waitFor();
  await page.getByText('5 ads launch as 3 batches').waitFor();
  let accepted = 0;
  await page.route('**/v1/launch', async (route) => {
    const response = await route.fetch();
    // The second part is launched, and nobody hears of it.
    if (response.ok()) accepted += 1;
    return response.ok() && (accepted === 2 || accepted === 3)
      ? route.abort('connectionreset')
      : route.fulfill({ response });
  });
  await untilPlanned(page);
  await page.getByRole('button', { name: 'Launch 5 ads' }).click();
  const outcome = page.getByRole('status', { name: 'What was launched' });
  await outcome.getByText('Part 2 of 3 got no answer').waitFor();
  expect(await outcome.getByRole('link').count()).toBe(1);
  expect(await findings()).toEqual([]);
  expect(await page.getByLabel('Ad name, row 2', { exact: true }).inputValue()).toBe('Three');

  await page.reload();
  await page.getByText('The same ad was launched into').first().waitFor();
  await page.getByRole('button', { name: 'Launch 3 ads' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch them again' }).click();
  await outcome.getByText('Done: 3 of 3 ads launched.').waitFor();
  await outcome.getByText('Part 2 of 2').waitFor();
  await outcome.getByRole('link').last().click();
  await page.getByText('1 ad launched').first().waitFor();
  const { data } = (await company.ask('GET', '/v1/batches')) as {
    data: { totalAds: number; name: string }[];
  };
  expect(data.map(({ totalAds }) => totalAds)).toEqual([1, 2, 2]);
  await expect
    .poll(async () =>
      (await adNames(company, accountId)).filter((name) => names.includes(name)).sort(),
    )
    .toEqual(names.sort());
});

test('rows that fit each part but not all of them together are refused before the first part is sent', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  const { accountId, adSets, page: profile, profile: secondary } = company;
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const row = (name: string) => [
    name,
    accountId,
    adSets[0] ?? '',
    profile,
    secondary,
    'boat-1x1.png',
    'Hi',
    'https://harbour.example',
    'PAUSED',
  ];
  const head = [
    'Ad name',
    'Ad account',
    'Ad sets',
    'Page',
    'Profile',
    'Media 1',
    'Headline',
    'Link',
    'Start as',
  ];
  await goTo('Launch');
  await pasteRows(page, [
    head,
    ...Array.from({ length: 52 }, (_, at) => row(`Full ${at}`)),
    row('Full 0'),
  ]);
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('4 faults to correct').waitFor();
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByText('it has room for 50, and these are 52').first().waitFor();
  await faults.getByText('An earlier row is the same ad').waitFor();
  expect(await plan.getByRole('button', { name: 'Launch', exact: true }).isDisabled()).toBe(true);
  expect((await company.ask('GET', '/v1/batches')).data).toEqual([]);
});
