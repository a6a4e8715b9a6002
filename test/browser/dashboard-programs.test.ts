// @module-tag browser
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** Where the program waits for its answer. */
let program: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  program = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response('<h1>Back at the program</h1>', { headers: { 'content-type': 'text/html' } }),
  });
});
afterAll(() => program.stop(true));

const verifier = 'v'.repeat(50);

/** What a program does before a person sees anything. */
async function begin(url: string) {
  const redirect = `http://127.0.0.1:${program.port}/cb`;
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Claude', redirect_uris: [redirect] }),
  });
  const clientId = ((await registered.json()) as { client_id: string }).client_id;
  const { issuer } = (await (
    await fetch(`${url}/.well-known/oauth-authorization-server`)
  ).json()) as { issuer: string };
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${issuer}/mcp`,
    state: 's',
  });
  return { authorize: `${url}/oauth/authorize?${query}`, clientId, redirect };
}

test('a person signs in, sees who asks for what, allows it, and ends it again', async () => {
  const { page, company, goTo, findings } = await house.visitSignedOut();
  const { authorize, clientId, redirect } = await begin(company.url);
  await page.goto(authorize);
  await page.getByLabel('API key').fill(company.adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Claude wants to act for you' }).waitFor();
  await page.getByText(`127.0.0.1:${program.port}`).waitFor();
  expect(await findings()).toEqual([]);
  await page.getByLabel('Carry out plans that a person has approved').uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Back at the program' }).waitFor();
  const back = new URL(page.url());
  expect(back.searchParams.get('state')).toBe('s');
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    client_id: clientId,
  };
  const redeemed = await fetch(`${company.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, redirect_uri: redirect, code_verifier: verifier }),
  });
  expect(((await redeemed.json()) as { scope: string }).scope).toBe('read plan');
  await page.goto(`${company.url}/#/programs`);
  await goTo('Programs');
  await page.getByText('read, plan').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'End Claude' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('Claude is disconnected.').waitFor();
  await page.getByText('No program is connected').waitFor();
});

test('a program is refused, and the page says that a request is not ours', async () => {
  const { page, company } = await house.visit();
  await page.goto((await begin(company.url)).authorize);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Back at the program' }).waitFor();
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  await page.goto(`${company.url}/oauth/authorize?client_id=unknown`);
  await page.getByText('not valid, or too old').waitFor();
});

test('a person without an account approves a plan by a link', async () => {
  const { page, company, findings } = await house.visitSignedOut();
  const input = {
    businessId: company.accountId,
    entityType: 'adset',
    entityId: company.adSets[0],
    name: 'By a client',
  };
  const { digest } = await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.rename', input }],
  });
  const { url } = await company.ask('POST', `/v1/approvals/${digest}/links`, {
    for: 'Bea of Client Ltd',
  });
  await page.goto(String(url).replace(/^.*#/, `${company.url}/#`));
  await page.getByText(/^Rename 1 ad set of act_\d+ to “By a client”; no money at stake/).waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Bea of Client Ltd');
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('This plan is approved.').waitFor();
  expect((await company.ask('GET', `/v1/approvals/${digest}`)).status).toBe('approved');
});

test('a person makes such a link; a launch shows its ads as they will look, a change shows them as they are', async () => {
  const { page, company, findings } = await house.visit();
  // Pictures of the simulated platform are nowhere.
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const input = {
    businessId: company.accountId,
    entityType: 'adset',
    entityId: company.adSets[0],
    name: 'For a client',
  };
  const { digest } = await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.rename', input }],
  });
  await page.goto(`${company.url}/approve/${digest}`);
  await page.getByRole('button', { name: 'Ask a person without an account' }).click();
  await page.getByLabel('Who decides').fill('Bea');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByText('/#/decide/').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('not opened yet').waitFor();
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png())], 'seen.png'));
  const headers = { authorization: `Bearer ${company.adminKey}` };
  const { url } = await (
    await fetch(`${company.url}/v1/media/upload`, { method: 'POST', headers, body: form })
  ).json();
  const { accountId: adAccountId, page: ownPage, profile, adSets } = company;
  const ad = {
    adName: 'Seen',
    adAccountId,
    page: ownPage,
    secondary: profile,
    link: 'https://example.com',
    media: [{ url }],
  };
  const operations = [{ operation: 'launch', input: { ads: [{ ...ad, adSets: [adSets[0]] }] } }];
  await page.goto(
    `${company.url}/approve/${(await company.ask('POST', '/v1/approvals', { operations })).digest}`,
  );
  await page.getByRole('heading', { level: 3, name: 'Seen' }).waitFor();
  const ads = await company.ask('GET', `/v1/manage/list-ads?accountId=${adAccountId}`);
  const [{ id: adId }] = ads.data as [{ readonly id: string }];
  const pausing = {
    businessId: adAccountId,
    entityType: 'ad',
    entityIds: [adId],
    newStatus: 'PAUSED',
  };
  const paused = await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.updateStatus', input: pausing }],
  });
  await page.goto(`${company.url}/approve/${paused.digest}`);
  await page.getByRole('list', { name: 'The ads as they are' }).getByText(adId).waitFor();
  expect(await findings()).toEqual([]);
});
