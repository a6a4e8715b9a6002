// @module-tag browser
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import { adNamed, controlAt, createLeadAdSet, fillInForm, heardOf } from '../lead-path.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteRows, pressLaunch, untilPlanned } from './paste-rows.ts';

const house = useDashboard();

test('an ad is launched with a form of the list, its lead is shown, its stage goes back, and a person is erased', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  // Pictures of simulated platforms lie nowhere.
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const { accountId, ask } = company;
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const ad = {
    'Ad name': 'With a form',
    'Ad account': accountId,
    'Ad sets': await createLeadAdSet(ask, accountId, company.page),
    Page: company.page,
    Profile: company.profile,
    'Media 1': 'boat-1x1.png',
    Headline: 'Hi',
    'Primary text': 'Words',
    'Call to action': 'SIGN_UP',
    'Lead form': '',
  };
  await goTo('Launch');
  await pasteRows(page, [Object.keys(ad), Object.values(ad)]);
  const form = page.getByLabel('Lead form, row 2');
  await expect.poll(() => form.getAttribute('list')).not.toBeNull();
  const offered = page.locator(`#${await form.getAttribute('list')} option`);
  await form.fill((await offered.first().getAttribute('value')) ?? '');
  await form.press('Enter');
  await untilPlanned(page);
  expect(await findings()).toEqual([]);
  await pressLaunch(page, 'Launch 1 ad');
  await page.getByText('All 1 ad launched').or(page.getByText('1 ad launched')).first().waitFor();
  const control = controlAt(company.sandboxUrl);
  const { leadId } = await fillInForm(control, await adNamed(control, ad['Ad name']));

  await goTo('Leads');
  await page.getByText('No leads yet').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Read leads of an account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ad account').selectOption(company.accountId);
  await dialog.getByLabel('Keep answers for days').fill('90');
  await dialog.getByLabel('Send stages to').selectOption({ index: 1 });
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Read its leads' }).click();
  await page.getByText('90 days').waitFor();
  await expect.poll(async () => (await company.ask('GET', '/v1/leads/counts')).total).toBe(5);
  await goTo('Batches');
  await goTo('Leads');
  await page.getByText('person-1@people.example').waitFor();
  await page.getByText('harbour-1@people.example').waitFor();
  expect(await findings()).toEqual([]);
  // The ad is named, with its campaign, and so are the questions.
  await page.getByRole('link', { name: 'With a form' }).first().waitFor();
  await page.getByText('Full name').first().waitFor();
  // Its fate goes to the platform as a conversion.
  await page.getByRole('button', { name: 'What became of it' }).first().click();
  await dialog.getByLabel('Stage').selectOption('Sold');
  await dialog.getByLabel('Value').fill('129.90');
  // The currency is that of the account.
  expect(await dialog.getByLabel('Currency').inputValue()).toBe('EUR');
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Tell the platform' }).click();
  await page.getByRole('cell', { name: 'sold' }).waitFor();
  const uploads = async () =>
    (await company.ask('GET', '/v1/conversions/uploads')).data as readonly { finished: boolean }[];
  await expect.poll(async () => (await uploads())[0]?.finished).toBe(true);
  expect(await uploads()).toMatchObject([{ counts: { confirmed: 1, refused: 0 } }]);
  expect(await heardOf(control, leadId)).toEqual([['sold', 129.9, 1]]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain('harbour-1@people.example');
  await page.getByRole('button', { name: 'Erase a person' }).click();
  await page.getByRole('dialog').getByLabel('E-mail address').fill('harbour-1@people.example');
  await page.getByRole('button', { name: 'Erase all leads of this person' }).click();
  await page.getByText('harbour-1@people.example').waitFor({ state: 'detached' });
  expect((await company.ask('GET', '/v1/leads/counts')).total).toBe(4);
});

test('a lead form is made on a page, kept while it is typed, and offered to rows', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  await goTo('Leads');
  const open = () => page.getByRole('button', { name: 'Make a lead form' }).click();
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByLabel('Ad account').selectOption(company.accountId);
  await dialog.getByRole('combobox', { name: 'Page', exact: true }).selectOption(company.page);
  await dialog.getByLabel('Name of the form').fill('Autumn');
  await page.keyboard.press('Escape');
  await open();
  expect(await dialog.getByLabel('Name of the form').inputValue()).toBe('Autumn');
  await dialog.getByLabel('Telephone number').check();
  await dialog.getByLabel('Questions of your own').fill('Which size? | S, M\nWhen?');
  const policy = dialog.getByLabel('Address of your privacy policy');
  await policy.fill('https://harbour.example/privacy');
  expect(await findings()).toEqual([]);
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/v1/leads/forms'),
  );
  await dialog.getByRole('button', { name: 'Make the form with 5 questions' }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    page: company.page,
    questions: [
      { type: 'fullName' },
      { type: 'email' },
      { type: 'phone' },
      { type: 'custom', label: 'Which size?', options: ['S', 'M'] },
      { type: 'custom', label: 'When?' },
    ],
  });
  await page.getByText('The form “Autumn” is made.').waitFor();
  const { data } = await company.ask('GET', `/v1/leads/forms?accountId=${company.accountId}`);
  expect(data).toContainEqual(
    expect.objectContaining({ name: 'Autumn', state: 'active', page: company.page }),
  );
  // The same again is that form, and what was typed is forgotten once it was sent.
  await open();
  expect(await dialog.getByLabel('Name of the form').inputValue()).toBe('');
});
