// @module-tag browser
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('a rule is built from a template with what it would do, tried dry and on the past, and read as sentences', async () => {
  const { page, goTo, findings } = await house.visit();
  await goTo('Home');
  // At the first start limits to begin with are offered.
  const offer = page.getByRole('region', { name: 'Closer limits' });
  await offer.getByText(/1,000 EUR a day for one campaign or ad set/).waitFor();
  expect(await findings()).toEqual([]);
  await offer.getByRole('button', { name: 'Use these limits' }).click();
  await offer.waitFor({ state: 'detached' });
  await goTo('Rules');
  await page.getByText('No rules yet').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption('stop-losers');
  await dialog.getByLabel('Target cost', { exact: true }).fill('1');
  await dialog.getByText(/It would act on \d+ of \d+\./).waitFor();
  await dialog
    .getByRole('status')
    .getByText(/provably above 1\.2 /)
    .waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save (off)' }).click();
  await page.getByRole('heading', { name: 'Stop losers' }).waitFor();

  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page
    .getByText(/This revision of the rule has not run yet/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('dry run', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Backtest' }).click();
  await page
    .getByRole('region', { name: 'Backtest' })
    .getByText(/Would have changed \d+ object/)
    .waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByText('acts', { exact: true }).waitFor();
  await goTo('Rules');
  await page.getByText(/^At 08:00: pause and report each active ad set/).waitFor();
  expect(await findings()).toEqual([]);

  // Conditions of one's own, with what they would do as they are written.
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabel('Template').selectOption('Your own conditions');
  await dialog.getByLabel('Name').fill('Cheaper clicks');
  await dialog.getByLabel('What condition 1 looks at').selectOption('cpc');
  await dialog.getByLabel('How condition 1 compares').selectOption('is at least');
  await dialog.getByLabel('Value of condition 1').fill('0.01');
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('What condition 2 looks at').selectOption('Name');
  await dialog.getByLabel('Value of condition 2').fill('delivering');
  await dialog.getByLabel('Do', { exact: true }).selectOption('Raise the budget by percent');
  await dialog.getByLabel('Minimum spend').fill('');
  await dialog
    .getByText(/guards.minSpend|must name a floor|floor/i)
    .first()
    .waitFor();
  expect(await dialog.getByRole('button', { name: 'Save (off)' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Minimum spend').fill('1');
  await dialog
    .getByText(
      /raise the budget by 15 % of each active ad set .* where .* of the last 7 days is at least 0.01 \(spend without clicks counts as above\) and name contains delivering/,
    )
    .waitFor();
  await dialog.getByText(/It would act on \d+ of \d+\./).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save (off)' }).click();
  await page.getByRole('heading', { name: 'Cheaper clicks' }).waitFor();
  await page.getByRole('button', { name: 'Turn on with approval' }).click();
  await page.getByText('asks first', { exact: true }).waitFor();
});

test('a rule is corrected, run now, declined among the approvals, and deleted', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  const rule = {
    name: 'Slip of the pen',
    scope: { level: 'adset', accountIds: [company.accountId] },
    when: { left: { metric: 'spend' }, is: '>', right: 1_000_000 },
    actions: [{ type: 'pause' }],
    schedule: { at: ['08:00'] },
    guards: { minSpend: 0 },
  };
  const { id } = (await company.ask('POST', '/v1/automations', rule)) as { id: string };
  await page.goto(`${company.url}/#/rules/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit' });
  await dialog.getByLabel('Name').fill('Stop what spends');
  await dialog.getByLabel('Value of condition 1').fill('1');
  // A list closes by Escape; the form around it stays as it was typed, and so it does over a
  // reload.
  await dialog.getByText('Ad accounts', { exact: true }).first().click();
  await page.keyboard.press('Escape');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Stop what spends');
  await page.reload();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByText('This is what you typed before.').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Stop what spends');
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('What condition 2 looks at').selectOption('Frequency');
  await dialog.getByLabel('Value of condition 2').fill('0.1');
  await dialog.getByLabel('Runs').selectOption('Every hour');
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stop what spends' }).waitFor();
  await page.getByText(/^Every hour: pause .* and frequency .* is above 0\.1/).waitFor();
  await page.getByRole('button', { name: 'Turn on with approval' }).click();
  await page.getByText('asks first', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();

  await goTo('Approvals');
  await page.getByText('the rule Stop what spends').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('Declined. Nothing was changed.').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No rules yet').waitFor();
});
