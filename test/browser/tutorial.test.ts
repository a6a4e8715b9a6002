// @module-tag browser
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** The tutorial of the dashboard, done by the words that its page names in bold. */
test('the first launch in the dashboard goes as its page says', async () => {
  const text = readFileSync(new URL('../../docs/tutorials/first-launch-dashboard.md', import.meta.url), 'utf8');
  const named = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words);
  const [signIn = '', launch = '', fill = '', paused = '', send = '', undo = '', pause = '', limits = ''] = named;
  const [, link = ''] = /Type `([^`]+)`/.exec(text) ?? [];

  const { page, company, goTo } = await house.visit();
  await page.context().clearCookies();
  await page.goto(company.url);
  await page.getByLabel('API key').fill(company.adminKey);
  await page.getByRole('button', { name: signIn, exact: true }).click();
  await goTo(launch);
  await page.getByRole('button', { name: fill }).click();
  const cell = page.getByLabel('Link, row 3');
  await expect.poll(() => cell.getAttribute('aria-invalid')).toBe('true');
  await cell.fill(link);
  await cell.press('Enter');
  await page.getByText(paused, { exact: true }).waitFor();
  await page.getByRole('button', { name: send }).click();
  await page.getByText('All 3 ads launched').waitFor();
  await page.getByRole('button', { name: undo }).click();
  await page.getByRole('button', { name: pause }).click();
  await page.getByRole('region', { name: 'Undo' }).getByText('Everything paused').waitFor();
  const [settings = '', place = ''] = limits.split(' › ');
  await goTo(settings);
  await page.getByRole('link', { name: place }).first().click();
  await page.getByRole('heading', { level: 1, name: place }).waitFor();
});
