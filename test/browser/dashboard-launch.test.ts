// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { upload } from '../addon/launch-rows.ts';
import { png } from '../samples/media.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteInto, pasteRows, pressLaunch, untilPlanned } from './paste-rows.ts';

const house = useDashboard();

const HEAD = [
  'Ad name',
  'Ad account',
  'Ad sets',
  'Page',
  'Profile',
  'Media 1',
  'Headline',
  'Primary text',
  'Link',
  'Start as',
];

interface Row {
  readonly name: string;
  readonly media?: string;
  readonly text?: string;
  readonly link?: string;
  readonly start?: string;
}

const rowOf = (
  { accountId, adSets, page, profile }: Company,
  { name, ...row }: Row,
  place = 0,
): string[] => [
  name,
  accountId,
  adSets[place % adSets.length] ?? '',
  page,
  profile,
  row.media ?? 'boat-1x1.png',
  'Hi',
  row.text ?? 'Words',
  row.link ?? 'https://harbour.example',
  row.start ?? 'PAUSED',
];

const launchButton = (page: Page, ads: string) =>
  page.getByRole('button', { name: `Launch ${ads}` });

test('the same rows in two tabs: the second is told what exists, and launches nothing unasked', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const other = await house.visitAgain(company);
  const rows = [
    HEAD,
    rowOf(company, { name: 'Only once' }),
    rowOf(company, { name: 'Only once too' }),
  ];
  await goTo('Launch');
  await pasteRows(page, rows);
  await other.goTo('Launch');
  await pasteRows(other.page, rows);
  await untilPlanned(other.page);
  await pressLaunch(page, 'Launch 2 ads');
  await page.getByText('All 2 ads launched').waitFor();

  await launchButton(other.page, '2 ads').click();
  await other.page.getByText('something changed meanwhile').waitFor();
  await other.page.getByText('The same ad was launched into').first().waitFor();
  await launchButton(other.page, '2 ads').click();
  const dialog = other.page.getByRole('dialog');
  await dialog.getByText('2 ads of these exist already').waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await company.ask('GET', '/v1/batches')).data).toHaveLength(1);
});

test('a row of an Upgraded Smart+ ad group is launched as any other, and the plan says what it becomes', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const { data } = await company.ask('GET', '/v1/adaccounts?platform=tiktok');
  const accountId = (data as readonly { readonly id: string }[]).at(-1)?.id ?? '';
  const [adSet = ''] = shortVideo.smart.empty(accountId, 'web');
  const { type, id } = shortVideo.identities.profile;
  await goTo('Launch');
  const head = [
    'Ad name',
    'Ad account',
    'Ad sets',
    'TikTok identity',
    'TikTok music',
    'Media 1',
    'Primary text',
    'Link',
  ];
  const music = '6900000000000000001';
  await pasteRows(page, [
    head,
    [
      'Smart+',
      accountId,
      adSet,
      `${type}:${id}`,
      music,
      'boat-1x1.png',
      'Words',
      'https://harbour.example',
    ],
  ]);
  await untilPlanned(page);
  await page.getByText('becomes an Upgraded Smart+ ad').first().waitFor();
  expect(await findings()).toEqual([]);
  await pressLaunch(page, 'Launch 1 ad');
  await page.getByText('All 1 ad launched').or(page.getByText('1 ad launched')).first().waitFor();
});

test('ads that deliver at once are asked about, with what they start to spend', async () => {
  const { page, company, goTo } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, { name: 'At once', start: 'ACTIVE' })]);
  await launchButton(page, '1 ad').click();
  await page
    .getByRole('dialog')
    .getByText('deliver as soon as the platform has approved')
    .waitFor();
  expect((await company.ask('GET', '/v1/batches')).data).toHaveLength(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await page.getByText('All 1 ad launched').or(page.getByText('1 ad launched')).first().waitFor();
});

test('every row can be reached, all faults are told at once, and line breaks stay', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const rows = Array.from({ length: 320 }, (_, index) =>
    rowOf(
      company,
      {
        name: `Row ${index}`,
        ...(index === 250 && { link: 'harbour.example' }),
        ...(index === 0 && { media: 'not-there.png' }),
        ...(index === 1 && { text: '"First line\nsecond line"' }),
      },
      index,
    ),
  );
  await pasteRows(page, [HEAD, ...rows]);
  // One is found here, the other by the service.
  await page.getByText('2 faults to correct').waitFor();
  expect(await page.getByLabel('Primary text, row 3', { exact: true }).inputValue()).toBe(
    'First line\nsecond line',
  );
  await page.getByRole('region', { name: 'Faults' }).getByRole('button', { name: 'I252' }).click();
  const cell = page.getByLabel('Link, row 252');
  await cell.waitFor();
  expect(await cell.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await findings()).toEqual([]);
  await cell.fill('https://harbour.example');
  await cell.press('Enter');
  await page.getByText('1 fault to correct').waitFor();
});

test('faults beyond the first hundred are listed, with the answer that every door gives to an account of another platform', async () => {
  const { page, company, goTo } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const nowhere = { ...company, adSets: ['1'] };
  const rows = Array.from({ length: 120 }, (_, i) => [
    ...rowOf(nowhere, { name: `Nowhere ${i}` }),
    '',
  ]);
  await pasteRows(page, [
    [...HEAD, 'Platform'],
    ...rows,
    [...rowOf(company, { name: 'Elsewhere' }), 'pin'],
  ]);
  await page.getByText('121 faults to correct').waitFor();
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByRole('button', { name: 'and 108 more' }).click();
  await faults.getByRole('button', { name: 'C121' }).waitFor();
  await faults.getByText(`${company.accountId} is an account of primary, not of pin.`).waitFor();
});

test('of two files with one name the newest is used, and that is said; the oldest of many is found', async () => {
  const { page, company, goTo } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const newest = await upload(company, 'boat-1x1.png', 1200, 1200);
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, { name: 'Newest' })]);
  await page.getByText('Several files are called boat-1x1.png').waitFor();
  const sent = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/v1/launch/plan',
  );
  await page.getByLabel('Headline, row 2').fill('Other');
  await page.getByLabel('Headline, row 2').press('Enter');
  expect(JSON.stringify((await sent).postDataJSON())).toContain(newest);
});

test('a reload keeps the rows, and rows that were put aside come back', async () => {
  const { page, company, goTo } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, { name: 'Kept' })]);
  await launchButton(page, '1 ad').waitFor();
  await page.reload();
  await launchButton(page, '1 ad').waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await launchButton(page, '1 ad').waitFor();
});

test('an account of a report is chosen by its name', async () => {
  const { page, company, goTo } = await house.visit();
  await goTo('Reports');
  await page.locator('details.picker summary').first().click();
  const label = page.locator('details.picker label').first();
  const box = label.locator('input');
  const before = await box.isChecked();
  await label.locator('span').first().click();
  expect(await box.isChecked()).toBe(!before);
  expect(await page.locator('details.picker').first().getAttribute('open')).not.toBeNull();
  expect(company.accountId).not.toBe('');
});

test('rows are filled with what the company keeps, shown as they will look, and launched so', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const fields = [
    { key: 'team', source: 'option', options: ['Harbour', 'Sea'] },
    { key: 'hook', source: 'free' },
  ];
  await company.ask('POST', '/v1/naming-conventions', {
    name: 'Hooks',
    level: 'ad',
    separator: '_',
    fields,
  });
  const parameters = [{ name: 'utm_source', value: 'ads' }];
  await company.ask('POST', '/v1/utm-templates', { name: 'Ours', parameters });
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, { name: 'Nameless' })]);
  await launchButton(page, '1 ad').waitFor();
  await page.getByLabel('Fill these rows with').selectOption({ label: 'Hooks' });
  await page.getByLabel('Fill these rows with').selectOption({ label: 'Ours' });
  await page.getByText('2 faults to correct').waitFor();
  for (const [label, text] of [
    ['name.team, row 2', 'Harbour'],
    ['name.hook, row 2', 'waves'],
  ] as const) {
    await page.getByLabel(label).fill(text);
    await page.getByLabel(label).press('Enter');
  }
  await page.getByRole('button', { name: 'Show how they will look' }).click();
  const previews = page.getByRole('region', { name: 'Harbour_waves' });
  await previews.getByText('Story', { exact: true }).waitFor();
  await previews.getByRole('img', { name: 'What stays visible' }).first().waitFor();
  // The service would ask the real address: its answer is made up here.
  await page.route(/links=follow/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('links=follow', '') });
    const plan = (await response.json()) as { readonly warnings: readonly object[] };
    const lost = {
      path: 'ads[0].link',
      code: 'redirect_loses_parameters',
      message: 'The parameter utm_source is lost.',
    };
    await route.fulfill({ response, json: { ...plan, warnings: [...plan.warnings, lost] } });
  });
  await page.getByRole('button', { name: 'See where the links lead' }).click();
  await page
    .getByRole('region', { name: 'Links' })
    .getByText('The parameter utm_source is lost.')
    .waitFor();
  expect(await findings()).toEqual([]);
  await pressLaunch(page, 'Launch 1 ad');
  await page.getByText('All 1 ad launched').or(page.getByText('1 ad launched')).first().waitFor();
  await page.getByRole('button', { name: 'Show how they look' }).click();
  const shown = page.getByRole('region', { name: 'Harbour_waves' });
  await shown.getByText('Feed on a telephone').waitFor();
  expect(await findings()).toEqual([]);
  await shown.getByRole('button', { name: 'As the platform shows it' }).first().click();
  const frame = shown.locator('iframe');
  await frame.waitFor();
  expect([await frame.getAttribute('sandbox'), await frame.getAttribute('src')]).toEqual([
    'allow-scripts allow-same-origin',
    expect.stringMatching(/^https:\/\//),
  ]);
});

test('files become rows, one fault of a kind is fixed in all of them, and the cell in question is in sight', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  const picture = async (name: string) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(await png(600, 600)),
  });
  // The accounts are read after the files have been uploaded.
  const uploaded = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/v1/media'),
  );
  await page.route(/\/v1\/adaccounts/, async (route) => {
    await uploaded;
    await route.continue();
  });
  await goTo('Launch');
  await page.reload();
  const files = await Promise.all(['Hook A.png', 'Hook B.png', 'Hook C.png'].map(picture));
  // A person types as soon as the cell is there.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const box = document.querySelector<HTMLInputElement>('[aria-label="Primary text, row 2"]');
      if (box === null) return;
      observer.disconnect();
      box.value = 'Typed at once';
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  await page.locator('input[type="file"]').setInputFiles(files);
  const cell = (header: string, row: number) =>
    page.getByLabel(`${header}, row ${row}`, { exact: true });
  await cell('Ad name', 4).waitFor();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await cell('Primary text', 2).inputValue()).toBe('Typed at once');
  expect(await cell('Ad name', 2).inputValue()).toBe('Hook A');
  expect(await cell('Media 1', 3).inputValue()).toBe('Hook B.png');
  expect(await cell('Ad account', 2).inputValue()).toBe(company.accountId);
  for (const [header, text] of [
    ['Ad sets', 'Trafic open 1'],
    ['Page', company.page],
    ['Profile', company.profile],
    ['Headline', 'Hi'],
    ['Link', 'https://harbour.example'],
  ] as const) {
    await cell(header, 2).fill(text);
    await cell(header, 2).press('Control+d');
  }
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByRole('button', { name: 'C4' }).click();
  // Not hidden by the names, which stay where they are.
  const left = (await cell('Ad sets', 4).boundingBox())?.x ?? 0;
  const names = await cell('Ad name', 4).boundingBox();
  expect(left).toBeGreaterThanOrEqual((names?.x ?? 0) + (names?.width ?? 0) - 1);
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Fix all 3 like this' }).click();
  await launchButton(page, '3 ads').waitFor();
});

test('a campaign with its ad sets and ads is made in one grid, which counts them before anything is made', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const rows = ['North', 'North', 'South'].map((adSet, i) => {
    const row = rowOf(company, { name: `Regatta ${i}` });
    row[2] = '';
    return { row, above: ['Regatta', 'OUTCOME_TRAFFIC', adSet, '20', 'US', ''] };
  });
  await pasteRows(page, [HEAD, ...rows.map(({ row }) => row)]);
  await page.getByRole('button', { name: 'New campaign or ad set' }).click();
  const first = page.locator(`[data-cell="2 ${HEAD.length}"]`);
  await first.click();
  await pasteInto(first, rows.map(({ above }) => above.join('\t')).join('\n'));
  await page.getByText('1 campaign, 2 ad sets, 3 ads', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'New campaign or ad set' }).count()).toBe(0);
  for (const [theme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    expect(await findings(), `${theme} ${width}`).toEqual([]);
  }
  await pressLaunch(page, 'Launch 3 ads');
  await page.getByText('All 3 ads launched').waitFor();
  const { data } = await company.ask('GET', `/v1/adsets?accountId=${company.accountId}&limit=200`);
  const made = data as readonly {
    readonly label: string;
    readonly campaign: { readonly name: string };
  }[];
  expect(
    made.flatMap(({ label, campaign }) => (campaign.name === 'Regatta' ? label : [])).sort(),
  ).toEqual(['North', 'South']);
});
