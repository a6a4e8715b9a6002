// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import { png } from '../samples/media.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

interface Launched {
  readonly adBatchId: number;
  readonly launchedAds: readonly { readonly adId: string; readonly adName: string }[];
}

/** Launches ads of their own creatives and waits for the end. */
async function launched(company: Company, names: readonly string[]): Promise<Launched> {
  const { accountId, page, profile, adSets } = company;
  const media = [{ url: await upload(company, 'boat-1x1.png', 1080, 1080) }];
  const ads = names.map((adName) => ({
    adName,
    adAccountId: accountId,
    adSets: adSets.slice(0, 1),
    media,
    page,
    secondary: profile,
    link: `https://harbour.example/${adName}`,
  }));
  const { adBatchId } = await company.ask('POST', '/v1/launch', { name: names.join(), ads });
  const status = () => company.ask('GET', `/v1/batch-status/${adBatchId}`);
  await expect.poll(async () => (await status()).rawStatus).toBe('Success');
  return (await status()) as unknown as Launched;
}

const cardOn = (page: Page) => page.getByRole('region', { name: 'Undo' });
const stateOn = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(name) }).locator('.badge');

test('an undo tells what is gone, what stayed and why, ad by ad, and goes on with the rest', async () => {
  const { page, company, findings } = await house.visit();
  const card = cardOn(page);
  const { adBatchId, launchedAds } = await launched(company, ['gone', 'stays']);
  const stays = launchedAds.find(({ adName }) => adName === 'stays')?.adId;
  const refusal = { platform: 'meta', fault: 'refuse-1340029', path: `/${stays}`, times: 1 };
  await house.operator().ask('POST', '/v1/sandbox/faults', refusal);
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByRole('dialog')
    .getByText('the creatives of the batch that no other ad shows')
    .waitFor();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('Deleting 2 ads and 2 creatives.').waitFor();
  await card.getByText('Partly deleted').waitFor();
  const told = await card.textContent();
  expect(told).toMatch(/Ads deleted1 of 2.*Ads left1.*Creatives deleted1 of 2.*Creatives kept1/);
  expect(told).toMatch(new RegExp(`What stayed, and why1 ad: .*stays · ${stays}`));
  expect([
    await stateOn(page, 'gone').textContent(),
    await stateOn(page, 'stays').textContent(),
  ]).toEqual(['Deleted', 'Launched']);
  await page.getByRole('radio', { name: 'Not undone 1' }).check();
  expect(await page.getByRole('region', { name: 'Ads of the batch' }).textContent()).toMatch(
    /Not deleted: \w/,
  );
  expect(await findings()).toEqual([]);

  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await card.getByText('Everything deleted').waitFor();
  expect(await card.textContent()).toMatch(/Ads deleted2 of 2.*Creatives deleted2 of 2/);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('an undo that somebody else started is followed to its end', async () => {
  const { page, company } = await house.visit();
  const card = cardOn(page);
  const { adBatchId } = await launched(company, ['followed']);
  await company.ask('POST', `/v1/batches/${adBatchId}/undo`, { mode: 'pause' });
  const status = async () =>
    (await company.ask('GET', `/v1/batches/${adBatchId}`)).undo as { finishedAt?: string };
  await expect.poll(async () => (await status()).finishedAt).toBeDefined();
  // As it was a moment before its end, for as long as we like.
  let held = true;
  await page.route(`**/v1/batches/${adBatchId}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const { finishedAt: _, ...undo } = answer.undo;
    await route.fulfill({ json: held ? { ...answer, undo: { ...undo, undone: 0 } } : answer });
  });
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  await card.getByText('Pausing').waitFor();
  expect(await card.textContent()).toContain('Ads paused0 of 1');
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  held = false;
  await card.getByText('Everything paused').waitFor();
  expect(await stateOn(page, 'followed').textContent()).toBe('Paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete them' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pause them' }).count()).toBe(0);
});

test('an undo says what it looks for first, and of what may exist after a restore that nothing can look for it', async () => {
  const { page, company } = await house.visit();
  const { adBatchId } = await launched(company, ['there']);
  const failed = (index: number, code: string) => ({
    index,
    adName: `Lost ${index}`,
    code,
    mayExist: true,
    message: 'Lost.',
  });
  await page.route(`**/v1/batches/${adBatchId}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const failedAds = [failed(1, 'token_expired'), failed(2, 'restored')].map((ad) => ({
      ...answer.launchedAds[0],
      ...ad,
    }));
    await route.fulfill({ json: { ...answer, failedAds } });
  });
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  const told = await page.getByRole('dialog').textContent();
  expect(told).toContain(
    'Exactly the 1 ad this batch created, and 1 failed one if found to exist.',
  );
  expect(told).toContain('unknown whether 1 failed ad was made, and an undo cannot look for that');
  expect(told).toContain('look in the ad account');
});

interface Row {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

test('a change of one or several rows, a name, a copy and a creation are taken back, and each object says what became of it', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  const { accountId } = company;
  // Pictures of ads are those of the platform, which is simulated.
  const picture = Buffer.from(await png(64, 64));
  await page.route(/^https:\/\/[^/]*\.(invalid|example|com)\//, (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  const read = async (what: 'campaigns' | 'manage/list-ads'): Promise<readonly Row[]> =>
    (await company.ask('GET', `/v1/${what}?accountId=${accountId}&limit=200`)).data as Row[];
  const adSets = async () => {
    const { data } = await company.ask('GET', `/v1/adsets?accountId=${accountId}&limit=200`);
    return data as {
      readonly value: string;
      readonly label: string;
      readonly dailyBudget: number | null;
    }[];
  };
  const budgetOf = async (id: string) =>
    (await adSets()).find(({ value }) => value === id)?.dailyBudget;
  const undo = page.getByRole('button', { name: /^Undo: / });
  const told = page.getByRole('region', { name: 'What became of each' });
  const rowNamed = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const only = async (level: string, search: string, many = 1) => {
    await page.goto(
      `${company.url}/#/ads?level=${level}&accounts=primary:${accountId}&search=${encodeURIComponent(search)}`,
    );
    await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
    await expect.poll(() => page.locator('.row-name').count()).toBe(many);
  };
  await goTo('Ads');

  // Several requests, one of which was overtaken meanwhile.
  const [kept, moved] = (await adSets()).filter(({ dailyBudget }) => dailyBudget !== null);
  if (!kept?.dailyBudget || !moved?.dailyBudget) throw new Error('Two ad sets need daily budgets.');
  await page.goto(`${company.url}/#/ads?level=adset&accounts=primary:${accountId}`);
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
  for (const { label } of [kept, moved])
    await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).click();
  await page.getByLabel('What to do with the budgets').selectOption('Lower budgets by %');
  await page.getByRole('button', { name: 'Change budgets' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('The budget of 2 rows is changed.').waitFor();
  await expect.poll(() => budgetOf(moved.value)).toBeLessThan(moved.dailyBudget);
  const other = {
    businessId: accountId,
    entityType: 'adset',
    entityId: moved.value,
    dailyBudget: moved.dailyBudget - 1,
  };
  await company.ask('POST', '/v1/manage/update-budget', other);
  await undo.click();
  await told.getByText('1 of 2 taken back, 1 refused.').waitFor();
  expect(await told.getByRole('listitem').first().textContent()).toMatch(
    new RegExp(`${moved.label}.*${moved.value}.*has been changed since`),
  );
  expect(await told.getAttribute('class')).toContain('bad');
  expect(await findings()).toEqual([]);
  await told.getByText('Show the others').click();
  await told
    .getByText(new RegExp(`${kept.value} daily budget .* → ${kept.dailyBudget}$`))
    .waitFor();
  expect([await budgetOf(kept.value), await budgetOf(moved.value)]).toEqual([
    kept.dailyBudget,
    moved.dailyBudget - 1,
  ]);
  expect(await undo.count()).toBe(0);
  await rowNamed(moved.label)
    .getByText(`${moved.dailyBudget - 1}.00`)
    .waitFor();

  const [ad] = (await read('manage/list-ads')).filter(({ status }) => status === 'ACTIVE');
  if (ad === undefined) throw new Error('No ad is on.');
  const adNow = async () => (await read('manage/list-ads')).find(({ id }) => id === ad.id);
  await only('ad', ad.id);
  await page.getByRole('button', { name: ad.name, exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Misnamed');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('is now called Misnamed.').waitFor();
  await undo.click();
  await told.getByText(`name Misnamed → ${ad.name}`).waitFor();
  expect((await adNow())?.name).toBe(ad.name);
  await page.getByRole('button', { name: ad.name, exact: true }).waitFor();

  await page.getByRole('button', { name: ad.name, exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name of the copy').fill('Unwanted');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText(`${ad.name} copied.`).waitFor();
  const isThere = async (name: string) =>
    [...(await read('manage/list-ads')), ...(await read('campaigns'))].some(
      (each) => each.name === name && each.status !== 'DELETED',
    );
  expect(await isThere('Unwanted')).toBe(true);
  await undo.click();
  await told.getByText('1 of 1 taken back.').waitFor();
  expect(await told.getByRole('listitem').textContent()).toMatch(/Unwanted .* deleted$/);
  expect(await isThere('Unwanted')).toBe(false);

  // By keyboard alone.
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Too soon');
  await page.getByRole('dialog').getByLabel('Objective').selectOption('Traffic');
  await page.getByRole('dialog').getByRole('button', { name: 'Create it paused' }).click();
  await page.getByText('The campaign Too soon is made').waitFor();
  expect([await told.count(), await isThere('Too soon')]).toEqual([0, true]);
  await undo.focus();
  await page.keyboard.press('Enter');
  await told.getByText('1 of 1 taken back.').waitFor();
  expect(await isThere('Too soon')).toBe(false);
  expect(await findings()).toEqual([]);
  await page.goto(`${company.url}/#/batches`);
  await told.waitFor({ state: 'detached' });
});

test('a plan shows its warnings at their cells, the calls it predicts, its time and what is used of the limit', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const { accountId, adSets, page: pageId, profile } = company;
  const media = await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const row = (name: string, tags: string) =>
    [
      accountId,
      adSets[0],
      pageId,
      profile,
      media,
      'https://harbour.example/?utm_source=a',
      name,
      tags,
    ].join();
  const text = [
    'Ad account,Ad sets,Page,Profile,Media 1,Link,Ad name,UTM tags',
    row('one', 'utm_source=b'),
    row('two', 'utm_source=b'),
    row('three', 'utm_campaign={{campain.name}}'),
  ];
  const buffer = Buffer.from(text.join('\n'));
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'ads.csv', mimeType: 'text/csv', buffer });
  const plan = page.getByRole('region', { name: 'Plan' });
  await page.getByRole('button', { name: 'Launch 3 ads' }).waitFor();
  const warnings = await plan.getByRole('region', { name: 'Warnings' }).textContent();
  expect(warnings).toMatch(
    /^3 warnings.*Tracking conflict.*utm_source.*H2H3.*Unknown macro.*\{\{campaign\.name\}\}\? H4Tracking conflict.*H4$/,
  );
  expect(await page.locator('td.doubtful .cell-fault').count()).toBe(3);
  await plan.getByRole('button', { name: 'H4' }).first().click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'UTM tags, row 4',
  );
  expect(await plan.textContent()).toMatch(
    /Platform calls\d+HTTP requests\d+Takes about\d+ s.*Sandbox Company Europe \(Meta\)\d+ calls predicted\d+ % of the platform’s limit in use/,
  );
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    expect(await findings()).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
  }
});

test('a campaign that none of its ads went into is named, and removed with its ad set by one click; the other stays', async () => {
  const { page, company, findings } = await house.visit();
  const { accountId: adAccountId, page: own, profile } = company;
  const media = [{ url: await upload(company, 'boat-1x1.png', 1080, 1080) }];
  const names = ['Autumn', 'Winter'];
  const refusal = {
    platform: 'meta',
    fault: 'refuse-1815629',
    method: 'POST',
    path: '/*/ads',
    times: 1,
  };
  await house.operator().ask('POST', '/v1/sandbox/faults', refusal);
  const { adBatchId } = await company.ask('POST', '/v1/launch', {
    newCampaigns: names.map((name) => ({
      ref: name,
      adAccountId,
      name,
      objective: 'OUTCOME_TRAFFIC',
    })),
    newAdSets: names.map((name) => ({
      ref: name,
      adAccountId,
      campaign: { ref: name },
      name: `${name} US`,
      dailyBudget: 20,
      location: { countries: ['US'] },
    })),
    ads: names.map((name) => ({
      adName: `${name} boat`,
      adAccountId,
      adSets: [{ ref: name }],
      media,
      page: own,
      secondary: profile,
      link: 'https://harbour.example/',
    })),
  });
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  const made = page.getByRole('region', { name: 'New campaigns and ad sets' });
  const remove = made.getByRole('button', { name: 'Remove 2 empty ones' });
  await remove.waitFor();
  const told = await made.getByRole('listitem').allTextContents();
  const [empty = ''] = names.filter((name) =>
    told.some((line) => line.includes(`${name} US paused, 0 ads`)),
  );
  expect(told.filter((line) => line.includes(empty) && line.includes('empty'))).toHaveLength(2);
  await remove.click();
  await cardOn(page).getByText('Everything deleted').waitFor();
  await expect.poll(() => remove.count()).toBe(0);
  const now = await made.getByRole('listitem').allTextContents();
  expect(
    now.filter((line) => line.includes('deleted')).map((line) => line.includes(empty)),
  ).toEqual([true, true]);
  const held = async (level: string) => {
    const rows = await company.ask(
      'GET',
      `/v1/objects?adAccountId=${adAccountId}&level=${level}&limit=200`,
    );
    return (rows.data as readonly { values: { name: string } }[]).map(({ values }) => values.name);
  };
  const other = names.filter((name) => name !== empty);
  expect((await held('campaign')).filter((name) => names.includes(name))).toEqual(other);
  expect(
    (await held('adset')).filter((name) => names.some((each) => name === `${each} US`)),
  ).toEqual(other.map((name) => `${name} US`));
  // What was launched stands, and nothing is left to be removed.
  await page.getByRole('main').getByText('Launched in part', { exact: true }).waitFor();
  expect(await page.getByText('Undo failed').count()).toBe(0);
  expect(await made.getByText('remove what stayed empty').count()).toBe(0);
  expect(await findings()).toEqual([]);
});
