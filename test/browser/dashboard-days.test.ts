// @module-tag browser
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../server/cli/run.ts';
import { upload } from '../addon/launch-rows.ts';
import { timeAgo } from '../machine-time.ts';
import { png } from '../samples/media.ts';
import { chooseHarbour } from './choose-destination.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteRows, pressLaunch, untilPlanned } from './paste-rows.ts';

/** Working days of a media buyer, each walked to its end, with the clicks and entries it takes. */

/** Invitations need a way to sign in. Nothing is mailed: the server is not there. */
const house = useDashboard({
  SLIPWAY_SMTP_URL: 'smtp://127.0.0.1:9',
  SLIPWAY_MAIL_FROM: 'slipway@harbour.example',
});

/** Counts presses of the pointer and fields that were filled in, on every page of the walk. */
async function counting(page: Page): Promise<() => Promise<number>> {
  const listen = () => {
    const count = (event: Event): void => {
      const { type, target } = event;
      const isField = target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
      const isEntry =
        isField || (target instanceof HTMLInputElement && !/checkbox|radio/.test(target.type));
      if (type === 'pointerdown' || isEntry)
        sessionStorage.setItem(
          'actions',
          String(Number(sessionStorage.getItem('actions') ?? 0) + 1),
        );
    };
    for (const type of ['pointerdown', 'change']) addEventListener(type, count, true);
  };
  page.setDefaultTimeout(Number(process.env.DAYS_TIMEOUT ?? 240_000));
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => page.evaluate(() => Number(sessionStorage.getItem('actions') ?? 0));
}

/** Says how many it took; a day that takes more than before has lost a way. */
async function endOfDay(day: string, actions: () => Promise<number>, most: number): Promise<void> {
  const taken = await actions();
  console.info(`${day}: ${taken} clicks and entries, at most ${most}`);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(most);
}

const HEAD = [
  'Ad name',
  'Ad account',
  'Ad sets',
  'Page',
  'Profile',
  'Media 1',
  'Headline',
  'Call to action',
  'Link',
];
const rowOf = ({ accountId, adSets, page, profile }: Company, name: string, at = 0): string[] => [
  name,
  accountId,
  adSets[at % adSets.length] ?? '',
  page,
  profile,
  'boat-1x1.png',
  'Hi',
  'SHOP_NOW',
  'https://harbour.example',
];

const allRead = async (page: Page): Promise<void> => {
  await page.getByRole('grid').or(page.locator('.nothing')).first().waitFor();
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
};

const fillDown = async (cell: Locator, text: string): Promise<void> => {
  await cell.fill(text);
  await cell.press('Control+d');
};

test('day 1, a newcomer: sign in, connect, 20 rows with 3 mistakes, launch, undo', async () => {
  const { page, company, goTo } = await house.visitSignedOut();
  const actions = await counting(page);
  await page.getByLabel(/key/i).first().fill(company.adminKey);
  await page.getByRole('button', { name: /sign in/i }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await goTo('Connections');
  await page.getByRole('button', { name: 'Connect a platform' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByText('How to connect Meta').click();
  await form
    .getByText('Meta Business Suite › Settings › Users › System users › Add, with the role Admin.')
    .waitFor({ state: 'attached' });
  expect(
    await form.getByRole('link', { name: /^How to get access to Meta/ }).getAttribute('href'),
  ).toBe('/docs/live/meta');
  await form.getByLabel(/^Access token/).fill(company.credentials.primary?.accessToken ?? '');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.waitFor({ state: 'hidden' });

  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const rows = Array.from({ length: 20 }, (_, i) => rowOf(company, `Newcomer ${i + 1}`, i));
  rows[4]?.splice(7, 1, 'BUY_IT_NOW');
  rows[9]?.splice(8, 1, 'harbour.example');
  rows[14]?.splice(5, 1, 'boat-1x1.pgn');
  await pasteRows(page, [HEAD, ...rows]);
  await page.getByText('3 faults to correct').waitFor();
  await page.getByRole('region', { name: 'Faults' }).getByRole('button', { name: 'H6' }).click();
  await page.getByRole('button', { name: 'Use BUY_NOW' }).click();
  for (const [label, text] of [
    ['Link, row 11', 'https://harbour.example'],
    ['Media 1, row 16', 'boat-1x1.png'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Launch 20 ads' }).waitFor();
  await pressLaunch(page, 'Launch 20 ads');
  await page.getByText('All 20 ads launched').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByRole('region', { name: 'Undo' }).getByText('Everything deleted').waitFor();
  await endOfDay('day 1', actions, 26);
});

test('day 2, a morning: spend, losers, a budget, a copy into a new campaign, views, comparison, export', async () => {
  const { page, company, goTo } = await house.visit(['primary', 'search-ads']);
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const actions = await counting(page);
  await goTo('Home');
  await page
    .getByRole('region', { name: 'Spend', exact: true })
    .getByText('Daily average (7 days)')
    .waitFor();
  await goTo('Ads');
  await allRead(page);
  await page.getByRole('radio', { name: 'Ads', exact: true }).check();
  await allRead(page);
  await page.getByRole('button', { name: 'Condition' }).click();
  await page.getByLabel('Figure', { exact: true }).selectOption({ label: 'CPA' });
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => page.locator('.row-name').count()).toBeGreaterThan(0);
  const loser = page.getByRole('switch', { name: / is on$/ }).first();
  await loser.click();
  await page
    .getByText(/ paused\.$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('Losers');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Compare with the days before').check();
  await allRead(page);
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(readFileSync(await csv.path(), 'utf8')).toMatch(/^Id,Name,Account,.*Spend/);

  await page.goto(
    `${company.url}/#/ads?level=adset&accounts=primary:${company.accountId}&search=${company.adSets[0]}`,
  );
  await expect.poll(() => page.locator('.row-name').count()).toBe(1);
  await allRead(page);
  await page.getByRole('checkbox', { name: /^Select (?!all)/ }).check();
  await page.getByRole('region', { name: 'Selected rows' }).getByLabel('Per cent').fill('20');
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: /budget/i })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
  await page.getByText(/The budget of .* is changed\./).waitFor();
  await page.getByRole('button', { name: /^More about the ad set/ }).click();
  const copy = page.getByRole('form', { name: 'Copy' });
  await copy.getByLabel('Name of the copy').fill('For Spain');
  await copy.getByLabel('Into campaign').selectOption('A new campaign…');
  await copy.getByLabel('Name of the new campaign').fill('Spain');
  await copy.getByRole('button', { name: 'Copy it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('link', { name: 'Show the copy' }).click();
  await page.getByRole('link', { name: 'For Spain', exact: true }).waitFor();
  await endOfDay('day 2', actions, 41);
});

test('day 3, a rule: written, tried on the past, run with approval, seen to act, taken back', async () => {
  const { page, goTo } = await house.visit(['primary']);
  const actions = await counting(page);
  await goTo('Rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption('Your own conditions');
  await dialog.getByLabel('Name').fill('Stop what spends');
  await dialog.getByLabel('What condition 1 looks at').selectOption('spend');
  await dialog.getByLabel('How condition 1 compares').selectOption('is above');
  await dialog.getByLabel('Value of condition 1').fill('1');
  await dialog.getByLabel('Do', { exact: true }).selectOption('Pause');
  await dialog.getByText(/It would act on \d+ of \d+\./).waitFor();
  await dialog.getByRole('button', { name: 'Save (off)' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stop what spends' }).waitFor();
  await page.getByRole('button', { name: 'Backtest' }).click();
  const past = page.getByRole('region', { name: 'Backtest' });
  await past.getByText(/Would have changed \d+ object/).waitFor();
  // The backtest names what it would have changed.
  expect(await past.getByRole('listitem').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('dry run', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Turn on with approval' }).click();
  await page.getByText('asks first', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(() => page.getByText(/undone|taken back/i).count()).toBeGreaterThan(0);
  await endOfDay('day 3', actions, 22);
});

test('day 4, creatives: 20 files become ads by a convention, are launched, and are reported by hook', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
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
  await company.ask('POST', '/v1/utm-templates', {
    name: 'Ours',
    parameters: [{ name: 'utm_source', value: 'ads' }],
  });
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const actions = await counting(page);
  await goTo('Launch');
  const files = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => ({
      name: `Harbour_wave${i}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(await png(600 + i, 600 + i)),
    })),
  );
  await page.locator('input[type="file"]').setInputFiles(files);
  const cell = (header: string) => page.getByLabel(`${header}, row 2`, { exact: true });
  await cell('Ad name').waitFor();
  await fillDown(cell('Ad sets'), company.adSets[0] ?? '');
  await fillDown(cell('Page'), company.page);
  await fillDown(cell('Profile'), company.profile);
  await fillDown(cell('Headline'), 'Hi');
  await fillDown(cell('Link'), 'https://harbour.example');
  await page.getByLabel('Fill these rows with').selectOption({ label: 'Hooks' });
  await page.getByLabel('Fill these rows with').selectOption({ label: 'Ours' });
  // Files that are named by the convention have its values already.
  await expect.poll(() => cell('name.hook').inputValue()).toBe('wave0');
  expect(await cell('name.team').inputValue()).toBe('Harbour');
  await page.getByRole('button', { name: 'Launch 20 ads' }).waitFor();
  await pressLaunch(page, 'Launch 20 ads');
  await page.getByText('All 20 ads launched').waitFor();
  await page.getByRole('button', { name: /^Switch on/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Switch on/ })
    .click();
  await page
    .getByText(/switched on/)
    .first()
    .waitFor();
  const chooser = (name: string) => page.getByRole('combobox', { name, exact: true });
  await goTo('Reports');
  await chooser('By').selectOption({ label: 'hook in the name' });
  // Ads from before the convention are one row; those of today follow with their first figures.
  await page
    .getByRole('cell', { name: /^(wave\d+|Not in the name)$/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Save this report' }).click();
  await page.getByLabel('Name of the report').fill('By hook');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'By hook', exact: true }).waitFor();
  await goTo('Creatives');
  await chooser('By').selectOption({ label: 'hook in the name' });
  await chooser('Days').selectOption('Today');
  await page
    .getByText(/^(wave\d+|Not in the name)$|your naming conventions read/)
    .first()
    .waitFor();
  await endOfDay('day 4', actions, 34);
});

test('day 5: a comment answered, conversions sent, a plan of a model approved, a colleague invited', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const actions = await counting(page);
  await goTo('Inbox');
  const comments = page.getByRole('list', { name: 'Comments' });
  await comments.locator('.comment-text').first().click();
  await comments.getByText('On the ad').first().waitFor();
  await page.getByLabel(/^Reply to/).fill('Yes, in blue too.');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByText('The reply is sent.').waitFor();
  await goTo('Conversions');
  const send = page.getByRole('region', { name: 'Send events' });
  const at = timeAgo(60_000);
  const csv = (email: string) => ({
    name: 'shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Event ID,Name,Happened at,Email\nday-5,purchase,${at},${email}`),
  });
  await send.locator('input[type="file"]').setInputFiles(csv('no address'));
  await chooseHarbour(send);
  await send.getByRole('button', { name: 'Send 1 event' }).click();
  await send.getByText(/^D2: /).waitFor();
  await send.getByRole('button', { name: 'Cancel' }).click();
  await send.locator('input[type="file"]').setInputFiles(csv('buyer@shop.example'));
  await chooseHarbour(send);
  await send.getByRole('button', { name: 'Send 1 event' }).click();
  await page.getByText('1 event on the way.').waitFor();

  const input = {
    businessId: company.accountId,
    entityType: 'adset',
    entityId: company.adSets[0],
    name: 'By a model',
  };
  await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.rename', input }],
  });
  await goTo('Approvals');
  await page.getByRole('link', { name: /Rename 1 ad set of .* to “By a model”/ }).click();
  await page.getByRole('button', { name: 'Approve and carry out' }).click();
  await page.getByText('The plan is carried out.').waitFor();
  await goTo('People');
  await page
    .getByRole('button', { name: /invite/i })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByLabel(/e-mail/i)
    .fill('colleague@harbour.example');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /invit|send/i })
    .click();
  await page.getByText('colleague@harbour.example').first().waitFor();
  await endOfDay('day 5', actions, 28);
});

test('day 6, the command line: accounts, a launch, a pause, an undo and a report, without a pause of its own', async () => {
  const { company } = await house.visit(['primary', 'short-video']);
  const env = { SLIPWAY_URL: company.url, SLIPWAY_KEY: company.adminKey };
  let waited = '';
  let calls = 0;
  const slipway = async (...args: string[]): Promise<string> => {
    let out = '';
    calls += 1;
    const code = await runCommandLine(
      args,
      env,
      { write: (text) => (out += text) },
      { write: (text) => (waited += text) },
    );
    expect([args.join(' '), code, waited]).toEqual([args.join(' '), 0, '']);
    return out;
  };
  const on = ['--account', company.accountId];
  expect(await slipway('accounts')).toMatch(/Sandbox Company.* Meta /);
  expect(await slipway('accounts', '--platform', 'TikTok')).toMatch(/TikTok/);
  expect(await slipway('adsets', ...on)).toMatch(/Budget \(EUR\)/);
  const { data } = JSON.parse(await slipway('ads', ...on, '--status', 'ACTIVE', '--json')) as {
    data: { id: string }[];
  };
  const ad = data[0]?.id ?? '';
  // Looking costs no writes.
  for (let i = 0; i < 12; i++) await slipway('pause', 'ad', ad, ...on, '--plan');
  await slipway('pause', 'ad', ad, ...on, '--yes');
  await slipway('resume', 'ad', ad, ...on, '--yes');
  expect(await slipway('duplicate', 'ad', ad, ...on, '--yes')).toContain('#/ads?level=ad&search=');
  // The picture lies beside the file that names it.
  writeFileSync(join(tmpdir(), 'boat-1x1.png'), await png(1080, 1080));
  const file = join(tmpdir(), 'day-6.csv');
  writeFileSync(
    file,
    [HEAD, ...[1, 2, 3].map((n) => rowOf(company, `Terminal ${n}`, n))]
      .map((cells) => cells.join(','))
      .join('\n'),
  );
  expect(await slipway('launch', file, '--plan')).toMatch(/ads +3, created paused/);
  expect(await slipway('launch', file, '--watch')).toMatch(/3 ads launched/);
  const [batch] = (
    JSON.parse(await slipway('batches', '--json')) as {
      data: { adBatchId: number; outcome: string }[];
    }
  ).data;
  expect(batch?.outcome).toBe('all');
  await slipway('undo', String(batch?.adBatchId), '--delete', '--yes');
  const undone = async () =>
    ((await company.ask('GET', `/v1/batches/${batch?.adBatchId}`)) as { undo?: { undone: number } })
      .undo?.undone;
  await expect.poll(undone).toBe(3);
  expect(await slipway('report', ...[company.accountId], '--by', 'platform')).toMatch(/ Meta /);
  expect(await slipway('top', ...on)).toMatch(/Results/);
  console.info(`day 6: ${calls} commands, none of which had to wait`);
});

test('day 7, large: 2,000 rows for 12 ad sets are refused in the plan, the 600 that fit are launched and shown', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  const { campaignId } = await company.ask('POST', '/v1/manage/create-campaign', {
    accountId: company.accountId,
    name: 'Room',
    objective: 'OUTCOME_TRAFFIC',
  });
  const adSets: string[] = [];
  for (let i = 0; i < 12; i++) {
    const { adSetId } = await company.ask('POST', '/v1/manage/create-adset', {
      accountId: company.accountId,
      campaignId,
      name: `Room ${i}`,
      dailyBudget: 50,
      optimizationGoal: 'LINK_CLICKS',
      targeting: { geo_locations: { countries: ['US'] } },
    });
    adSets.push(String(adSetId));
  }
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const rows = (number: number) =>
    Array.from({ length: number }, (_, i) => rowOf({ ...company, adSets }, `Large ${i}`, i));
  const actions = await counting(page);
  await goTo('Launch');
  await pasteRows(page, [HEAD, ...rows(2_000)]);
  // Known before the first part is sent: 12 ad sets hold 600 ads.
  await page
    .getByText(/room for 50/)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Launch', exact: true }).isEnabled()).toBe(false);
  expect((await company.ask('GET', '/v1/batches')).data).toEqual([]);
  // Corrected in the spreadsheet: as many as there is room for.
  await page.getByRole('button', { name: 'Start over' }).click();
  await pasteRows(page, [HEAD, ...rows(600)]);
  await page.getByText('600 ads launch as 2 batches').waitFor();
  await untilPlanned(page);
  await page.getByRole('button', { name: 'Launch 600 ads' }).click();
  const outcome = page.getByRole('status', { name: 'What was launched' });
  await outcome.getByText('Done: 600 of 600 ads launched.').waitFor();
  await outcome.getByRole('link').first().click();
  await page.getByText('All 500 ads launched').waitFor();
  await page.getByRole('link', { name: 'Show in Ads' }).click();
  await allRead(page);
  await page.getByText('500 ads', { exact: false }).first().waitFor();
  await endOfDay('day 7', actions, 9);
});
