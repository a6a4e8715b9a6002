// @module-tag browser
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';
import { expectStatuses, usePlayground } from './playground-house.ts';

const house = useDashboard();
const playground = usePlayground();

/** What a page names in bold, in its order. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words);
const pageOf = (name: string): string =>
  readFileSync(new URL(`../../docs/tutorials/${name}.md`, import.meta.url), 'utf8');

/** The tutorial of the dashboard, done by the words that its page names in bold. */
test('the first launch in the dashboard goes as its page says', async () => {
  const text = pageOf('first-launch-dashboard');
  const [
    signIn = '',
    launch = '',
    fill = '',
    paused = '',
    send = '',
    undo = '',
    pause = '',
    limits = '',
  ] = namedIn(text);
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

test('the first launch from a sheet goes as its page says', async () => {
  const [text = ''] = pageOf('first-launch-sheet').split('## In a real sheet');
  const [
    ,
    connect = '',
    make = '',
    fill = '',
    check = '',
    ready = '',
    plan = '',
    send = '',
    launched = '',
    ,
    undo = '',
  ] = namedIn(text);
  const [, link = ''] = /Correct it: `([^`]+)`/.exec(text) ?? [];

  const visit = await playground.visit();
  const { page, sidebar, cell, click, company } = visit;
  const tickAll = async () => {
    expect(await cell('A1').textContent()).toBe(ready);
    for (const row of [2, 3, 4]) await visit.tick(row);
  };
  await sidebar.getByLabel('API key').first().fill(company.adminKey);
  await click(connect);
  await click(make);
  await click(fill);
  await click(check);
  await sidebar.getByText('1 needs fixing').waitFor();
  await cell('O3').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(link);
  await page.keyboard.press('Enter');
  await cell('O3').getByText(link).waitFor();
  await tickAll();
  await click(check);
  await expectStatuses(visit, Array(3).fill('Ready to launch'));
  await click(plan);
  await click(send);
  await expectStatuses(visit, [launched, launched, launched]);
  await tickAll();
  await click(plan);
  await sidebar.getByText('All ticked rows are launched already.').waitFor();
  await click(undo);
  await sidebar.getByText('Undone: paused').waitFor();
});
