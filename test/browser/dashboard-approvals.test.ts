// @module-tag browser
import { expect, test } from 'vitest';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** A plan as a model would make it. */
async function plan(company: Company, name: string): Promise<string> {
  const input = {
    businessId: company.accountId,
    entityType: 'adset',
    entityId: company.adSets[0],
    name,
  };
  const body = {
    operations: [{ operation: 'manage.rename', input }],
    comment: 'So that it is found again.',
  };
  return String((await company.ask('POST', '/v1/approvals', body)).digest);
}

test('the address a model names shows the plan, and one click approves it and carries it out', async () => {
  const { page, company, findings } = await house.visit();
  const digest = await plan(company, 'Renamed by a plan');
  await page.goto(`${company.url}/approve/${digest}`);
  await page.getByText('Waits for you').waitFor();
  await page.getByText('“So that it is found again.”').waitFor();
  await page
    .getByText(
      /^Rename 1 ad set of .+ \(Meta\) to “Renamed by a plan”; no money at stake; ad set “.+” \(now /,
    )
    .waitFor();
  await page.getByText('Exactly what is sent').click();
  await page.getByText('"name": "Renamed by a plan"').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Approve and carry out' }).click();
  await page.getByText('The plan is carried out.').waitFor();
  await page.getByText('Carried out', { exact: true }).waitFor();
  expect((await company.ask('GET', `/v1/approvals/${digest}`)).status).toBe('applied');
});

test('what a plan has done is taken back on its page, by name, and what was changed since stays', async () => {
  const { page, company, findings } = await house.visit();
  const [adSet = ''] = company.adSets;
  const nameNow = async () => {
    const listed = await company.ask(
      'GET',
      `/v1/objects?adAccountId=${company.accountId}&level=adset&limit=200`,
    );
    const rows = listed.data as readonly {
      readonly id: string;
      readonly values: { readonly name: string };
    }[];
    return rows.find(({ id }) => id === adSet)?.values.name;
  };
  const before = await nameNow();
  const digest = await plan(company, 'Renamed, to be taken back');
  await page.goto(`${company.url}/approve/${digest}`);
  await page.getByRole('button', { name: 'Approve and carry out' }).click();
  await page.getByText('Carried out', { exact: true }).waitFor();
  expect(await nameNow()).toBe('Renamed, to be taken back');
  const step = page.getByRole('region', { name: 'manage.rename' });
  await step.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await step.getByText('1 of 1 taken back.').waitFor();
  expect(await nameNow()).toBe(before);
  expect(await step.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
  expect(await findings()).toEqual([]);
});

test('plans are listed, and one that is declined stays so', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await plan(company, 'Never');
  await goTo('Approvals');
  expect(await findings()).toEqual([]);
  await page.getByRole('link', { name: /Rename 1 ad set of .* to “Never”/ }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('The plan is declined. Nothing was sent.').waitFor();
  await page.getByText('Declined', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
});

test('what the platform refused of a plan is red, by its object, and can be tried again', async () => {
  const { page, company, findings } = await house.visit();
  const [first = '', second = ''] = company.adSets;
  const input = {
    businessId: company.accountId,
    entityType: 'adset',
    entityIds: [first, second],
    newStatus: 'PAUSED',
  };
  await company.ask('POST', '/v1/manage/update-status', { ...input, newStatus: 'ACTIVE' });
  const { digest } = await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.updateStatus', input }],
  });
  await page.goto(`${company.url}/approve/${digest}`);
  const step = page.getByRole('region', { name: 'manage.updateStatus' });
  await step.getByRole('heading', { name: /^1\. Pause 2 ad sets of / }).waitFor();
  expect(await step.getByRole('listitem').count()).toBe(2);
  const refused = { fault: 'error', code: 200, method: 'POST', path: `*/${first}`, times: 1 };
  await fetch(`${company.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify(refused),
  });
  await page.getByRole('button', { name: 'Approve and carry out' }).click();
  await page.getByText('The plan was carried out in part: 1 of 2 done, 1 refused.').waitFor();
  await page.getByText('Carried out in part', { exact: true }).waitFor();
  expect(await page.getByText('Carried out', { exact: true }).count()).toBe(0);
  const [red, green] = await step.getByRole('listitem').all();
  expect(await red?.innerText()).toMatch(/^refused Pause ad set “Traffic open 1” \d+/s);
  expect(await red?.locator('.bad-text').innerText()).toContain('ermission');
  expect(await green?.innerText()).toMatch(/^done Pause ad set “Traffic open 2” /);
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await page.getByText('The plan is carried out.').waitFor();
  await page.getByText('Carried out', { exact: true }).waitFor();
  expect((await company.ask('GET', `/v1/approvals/${digest}`)).status).toBe('applied');
});
