// @module-tag browser
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Server, startServer } from '../addon/addon-fixture.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { type OpenIdProvider, openProvider } from '../openid-provider.ts';
import { launchChromium } from './chromium.ts';
import { accepted } from './company.ts';
import { followMenu } from './dashboard-house.ts';
import { findingsIn } from './findings.ts';

let [server, browser, provider, mailbox] = [] as unknown as [
  Server,
  Browser,
  OpenIdProvider,
  Mailbox,
];
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  [provider, mailbox, browser] = await Promise.all([
    openProvider(),
    openMailbox(),
    launchChromium(),
  ]);
  const started = await startServer({
    SLIPWAY_OIDC_ISSUER: provider.issuer,
    SLIPWAY_OIDC_CLIENT_ID: provider.clientId,
    SLIPWAY_OIDC_CLIENT_SECRET: provider.clientSecret,
    SLIPWAY_OIDC_NAME: 'Works',
    SLIPWAY_SMTP_URL: mailbox.url,
    SLIPWAY_MAIL_FROM: 'Slipway <ads@example.com>',
  });
  server = { ...started, ask: accepted(started.ask) };
  provider.serve(`${server.url}/dashboard/oidc/callback`);
  provider.accounts.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' });
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), provider?.stop(), mailbox?.stop()]);
});

/** The page in a browser that was never there before. */
async function open(url = server.url): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  await page.goto(url);
  return page;
}

const isIn = (page: Page): Promise<void> =>
  page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

async function goTo(page: Page, name: string): Promise<void> {
  await followMenu(page, name);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function openAsAdmin(): Promise<Page> {
  const page = await open();
  await page.getByLabel('API key').fill(server.adminKey);
  await page.getByRole('button', { name: 'Sign in with the key' }).click();
  await isIn(page);
  return page;
}

test('a person signs in with the provider, may do what the role allows, and is out once an admin ends the session', async () => {
  await server.ask('POST', '/v1/invites', { email: 'ann@example.com', role: 'viewer' });
  const page = await open();
  await page.getByRole('link', { name: 'Sign in with Works' }).waitFor();
  expect(await findingsIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in with Works' }).click();
  await page.locator('input[name=login]').fill('ann');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  // The provider asks whether this service may know the address.
  await page.getByRole('button', { name: 'Continue' }).click();
  await isIn(page);
  expect(
    await page.getByRole('navigation').getByRole('link', { name: 'Launch', exact: true }).count(),
  ).toBe(0);

  const refused = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-slipway-dashboard': '1' };
    const response = await fetch('/v1/launch', { method: 'POST', headers, body: '{"ads":[]}' });
    return [response.status, (await response.json()).error.details[0].code];
  });
  expect(refused).toEqual([403, 'role_lacking']);
  await goTo(page, 'Sessions');
  await page.getByText('this one').waitFor();
  expect(await findingsIn(page)).toEqual([]);

  const admin = await openAsAdmin();
  await goTo(admin, 'Sessions');
  await admin.getByLabel('Show everyone’s').check();
  await admin.getByRole('button', { name: 'End the session of Ann' }).click();
  await admin.getByText('The session is ended.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('link', { name: 'Sign in with Works' }).waitFor();
  await goTo(admin, 'Audit');
  await admin.getByLabel('Show sign-ins').check();
  await expect
    .poll(() => admin.getByRole('row', { name: /Session begin.*Ann <ann@example\.com>/ }).count())
    .toBe(1);
});

test('a person who came for a page is led to it after signing in, with the provider and by a mailed link', async () => {
  for (const name of ['dee', 'flo'])
    await server.ask('POST', '/v1/invites', { email: `${name}@example.com`, role: 'viewer' });
  provider.accounts.set('dee', { email: 'dee@example.com', email_verified: true, name: 'Dee' });
  const page = await open(`${server.url}/#/sessions`);
  await page.getByRole('link', { name: 'Sign in with Works' }).click();
  await page.locator('input[name=login]').fill('dee');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  const other = await open(`${server.url}/#/programs`);
  await other.getByLabel('E-mail address').fill('flo@example.com');
  await other.getByRole('button', { name: 'Mail me a link' }).click();
  await other.goto(await mailbox.link('flo@example.com', 2));
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'Programs' }).waitFor();
});

test('whoever is not invited is told so by the page', async () => {
  provider.accounts.set('eve', { email: 'eve@example.com', email_verified: true });
  const page = await open();
  await page.getByRole('link', { name: 'Sign in with Works' }).click();
  await page.locator('input[name=login]').fill('eve');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('Your address is not invited here.').waitFor();
});

test('somebody is invited in the dashboard, accepts by mail, signs in by a link later, and is removed', async () => {
  const admin = await openAsAdmin();
  await goTo(admin, 'People');
  await admin.getByRole('button', { name: 'Invite a person' }).click();
  await admin.getByLabel('E-mail address').fill('bob@example.com');
  await admin.getByLabel('Role in the whole company').selectOption('manager');
  expect(await findingsIn(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Invite', exact: true }).click();
  await admin.getByText('An invitation is on its way to bob@example.com.').waitFor();
  await admin.getByRole('region', { name: 'Invitations' }).getByText('bob@example.com').waitFor();

  const invitation = await mailbox.link('bob@example.com');
  const first = await open(invitation);
  await first.getByText('is invited to').waitFor();
  expect(await findingsIn(first)).toEqual([]);
  await first.getByRole('button', { name: 'Accept and sign in' }).click();
  await isIn(first);
  const again = await open(invitation);
  await again.getByText('This invitation has expired, was used or was taken back.').waitFor();

  const second = await open();
  await second.getByLabel('E-mail address').fill('bob@example.com');
  await second.getByRole('button', { name: 'Mail me a link' }).click();
  await second.getByText('a link is on its way').waitFor();
  await second.goto(await mailbox.link('bob@example.com', 2));
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await isIn(second);

  await admin.reload();
  await admin.getByRole('button', { name: 'Remove bob@example.com' }).click();
  await admin.getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.getByText('bob@example.com is removed, and signed out everywhere.').waitFor();
  for (const page of [first, second]) {
    // A page that asks by itself has found out already.
    await page.reload();
    await page.getByRole('button', { name: 'Mail me a link' }).waitFor();
  }
});
