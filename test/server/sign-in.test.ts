import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpMailer } from '../../adapters/mail/smtp.ts';
import { forgetSignInLinks, signInLinkKind } from '../../core/access/sign-in-links.ts';
import type { Mailer } from '../../core/ports/mailer.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { type Mailbox, openMailbox } from '../mailbox.ts';
import { failOnDrift, type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { signedIn } from './people-fixture.ts';

failOnDrift();

const dashboard = { page: '<!doctype html><html lang="en">', script: 'x', style: 'y' };
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox({ user: 'ads', password: 'of the @mail' });
});
afterAll(() => mailbox.stop());

async function open(options: HarnessOptions = {}) {
  const mail: Mailer = createSmtpMailer({ url: mailbox.url, from: 'Slipway <ads@example.com>' });
  const harness = await startHarness({
    ...options,
    ports: { mail, ...options.ports },
    settings: { dashboard, ...options.settings },
  });
  const post = (path: string, body: object, headers: { [name: string]: string } = {}) =>
    harness.call('POST', `/dashboard/${path}`, { key: null, body, headers });
  /** The session of whoever was let in. */
  const session = (answer: Awaited<ReturnType<typeof post>>) => ({
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    'x-slipway-dashboard': '1',
  });
  const me = async (headers: { [name: string]: string }) =>
    harness.call('GET', '/v1/me', { key: null, headers });
  return { ...harness, post, session, me };
}

const tokenOf = (link: string): string => link.split('/').at(-1) ?? '';
let people = 0;
const freshAddress = (): string => `person-${++people}@example.com`;

async function invite(
  harness: Pick<Harness, 'call'>,
  email: string,
  rights: object = { role: 'launcher' },
) {
  const answer = await harness.call('POST', '/v1/invites', { body: { email, ...rights } });
  return {
    ...answer,
    token: answer.status === 201 ? tokenOf(await mailbox.link(answer.body.email)) : '',
  };
}

test('whoever is invited by mail accepts with a click, is let in with the role, and the audit names the person', async () => {
  const { call, post, session, me, ports } = await open();
  const email = freshAddress();
  const { body, token } = await invite({ call }, email.toUpperCase(), {
    role: 'launcher',
    name: 'Ann',
  });
  expect(body).toMatchObject({
    email,
    role: 'launcher',
    status: 'open',
    sentAt: expect.any(String),
  });
  expect(
    JSON.stringify(await ports.store.find({ name: 'invite', index: {} }, SYSTEM)),
  ).not.toContain(token);

  const looked = await post('invite', { token });
  expect([
    looked.status,
    looked.body.company,
    looked.body.email,
    looked.headers.get('set-cookie'),
  ]).toEqual([200, 'Own', email, null]);
  const accepted = await post('invite', { token, accept: true });
  expect(accepted.status).toBe(200);
  for (const word of ['HttpOnly', 'SameSite=Strict', 'Secure'])
    expect(accepted.headers.get('set-cookie')).toContain(word);
  const { body: who } = await me(session(accepted));
  expect([who.person.email, who.person.name, who.person.role, who.company.name]).toEqual([
    email,
    'Ann',
    'launcher',
    'Own',
  ]);
  const again = await post('invite', { token, accept: true });
  expect([again.status, again.body.error.code]).toEqual([410, 'invite_expired']);
  expect((await call('GET', '/v1/invites')).body.data).toEqual([]);
  const { data } = (await call('GET', '/v1/audit')).body;
  expect(data.find(({ action }: { action: string }) => action === 'session.begin').person).toBe(
    `Ann <${email}>`,
  );
});

test('an invitation that has expired answers 410, and works again once it is resent, with the new link alone', async () => {
  const { call, post, clock } = await open();
  const email = freshAddress();
  const { body, token } = await invite({ call }, email);
  await clock.advance(8 * 86_400_000);
  for (const accept of [false, true]) {
    const late = await post('invite', { token, accept });
    expect([late.status, late.body.error.code, late.headers.get('set-cookie')]).toEqual([
      410,
      'invite_expired',
      null,
    ]);
  }
  expect((await call('GET', '/v1/invites')).body.data[0].status).toBe('expired');
  expect((await call('POST', `/v1/invites/${body.id}/resend`, { body: {} })).body.status).toBe(
    'open',
  );
  const next = tokenOf(await mailbox.link(email, 2));
  expect((await post('invite', { token, accept: true })).status).toBe(410);
  expect((await post('invite', { token: next, accept: true })).status).toBe(200);
});

test('an invitation that was withdrawn leads nowhere; nobody is invited twice, nor who is there already', async () => {
  const { call, post } = await open();
  const email = freshAddress();
  const { body, token } = await invite({ call }, email);
  const code = async () =>
    (await call('POST', '/v1/invites', { body: { email, role: 'viewer' } })).body.error?.details[0]
      .code;
  expect(await code()).toBe('already_invited');
  expect((await call('DELETE', `/v1/invites/${body.id}`)).status).toBe(200);
  expect((await post('invite', { token, accept: true })).status).toBe(410);
  const other = await invite({ call }, freshAddress());
  expect((await post('invite', { token: other.token, accept: true })).status).toBe(200);
  expect(
    (await call('POST', '/v1/invites', { body: { email: other.body.email, role: 'viewer' } })).body
      .error.details[0].code,
  ).toBe('already_member');
  expect(
    (await call('POST', '/v1/invites', { body: { email: freshAddress() } })).body.error.details[0]
      .code,
  ).toBe('role_missing');
});

test('a link by mail lets in once, within a quarter of an hour, and its token is nowhere kept', async () => {
  const fixture = await open();
  const { post, session, me, ports, clock } = fixture;
  const email = freshAddress();
  await signedIn(fixture, { role: 'viewer', workspaces: [] }, email);
  expect((await post('sign-in/email', { email })).body).toEqual({ success: true });
  const token = tokenOf(await mailbox.link(email));
  expect(JSON.stringify(await ports.store.find(signInLinkKind, SYSTEM))).not.toContain(token);
  const [first, second] = await Promise.all([
    post('sign-in/link', { token }),
    post('sign-in/link', { token }),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 410]);
  const good = first.status === 200 ? first : second;
  expect((await me(session(good))).body.person.email).toBe(email);

  await post('sign-in/email', { email });
  const late = tokenOf(await mailbox.link(email, 2));
  await clock.advance(15 * 60_000);
  const refused = await post('sign-in/link', { token: late });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([410, 'link_expired']);
  await post('sign-in/email', { email });
  await mailbox.link(email, 3);
  await clock.advance(15 * 60_000 + 1);
  await forgetSignInLinks(ports);
  expect(await ports.store.count(signInLinkKind, SYSTEM)).toBe(0);
});

test('nothing tells whether an address is known, and nobody can have it flooded', async () => {
  const fixture = await open();
  const { post } = fixture;
  const [known, unknown] = [freshAddress(), freshAddress()];
  await signedIn(fixture, { role: 'viewer', workspaces: [] }, known);
  const answers = [
    await post('sign-in/email', { email: unknown }),
    await post('sign-in/email', { email: known }),
  ];
  const plain = ({ status, body, headers }: (typeof answers)[number]) => [
    status,
    body,
    headers.get('set-cookie'),
    headers.get('retry-after'),
  ];
  expect(plain(answers[0] as never)).toEqual(plain(answers[1] as never));
  for (let i = 0; i < 8; i++)
    expect((await post('sign-in/email', { email: known })).status).toBe(200);
  await mailbox.link(known, 5);
  const last = freshAddress();
  await signedIn(fixture, { role: 'viewer', workspaces: [] }, last);
  await post('sign-in/email', { email: last });
  await mailbox.link(last);
  expect(mailbox.messages.filter(({ to }) => to === known).length).toBe(5);
  expect(mailbox.messages.filter(({ to }) => to === unknown)).toEqual([]);
});

test('requests for addresses that are not known keep no one from getting a link', async () => {
  const sent: string[] = [];
  const mail: Mailer = {
    async send({ to }) {
      sent.push(to);
      return { ok: true };
    },
  };
  const fixture = await open({ ports: { mail } });
  const { app, clock } = fixture;
  const admin = freshAddress();
  await signedIn(fixture, { role: 'admin', workspaces: [] }, admin);
  const ask = async (email: string, address: string) => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    };
    return (await app.request('/dashboard/sign-in/email', init, { address })).status;
  };
  for (let i = 0; i < 320; i++) expect(await ask(freshAddress(), `198.51.${i % 12}.7`)).toBe(200);
  // One client alone, at its own pace.
  for (let i = 0; i < 320; i++) {
    expect(await ask(freshAddress(), '203.0.113.5')).toBe(200);
    await clock.advance(2_100);
  }
  expect(await ask(admin, '192.0.2.9')).toBe(200);
  await expect.poll(() => sent).toEqual([admin]);
});

test('one address asks for links so often a minute; other sites cannot ask at all', async () => {
  const { app, post } = await open();
  const ask = async () => {
    const body = JSON.stringify({ email: freshAddress() });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return (await app.request('/dashboard/sign-in/email', init, { address: '198.51.100.7' }))
      .status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++) statuses.push(await ask());
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([30, 429]);
  for (const path of ['sign-in/email', 'sign-in/link', 'invite', 'session/company'])
    expect((await post(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('signing in ends the session the browser had, and a person changes between companies of the same address', async () => {
  const fixture = await open();
  const { post, session, me, call, foreignKey } = fixture;
  const email = freshAddress();
  const { token } = await invite(fixture, email);
  const first = session(await post('invite', { token, accept: true }));
  await call('POST', '/v1/invites', { body: { email, role: 'viewer' }, key: foreignKey });
  const second = await post(
    'invite',
    { token: tokenOf(await mailbox.link(email, 2)), accept: true },
    first,
  );
  expect((await me(first)).status).toBe(401);
  const { body: there } = await me(session(second));
  expect([there.company.name, there.person.role]).toEqual(['Foreign', 'viewer']);
  const own = there.person.companies.find(({ name }: { name: string }) => name === 'Own').id;
  const back = await post('session/company', { companyId: own }, session(second));
  expect([(await me(session(second))).status, (await me(session(back))).body.company.name]).toEqual(
    [401, 'Own'],
  );
  expect((await post('session/company', { companyId: 'co_none' }, session(back))).status).toBe(404);
});

test('the first admin by the setting becomes one once, and only while there is none', async () => {
  const email = freshAddress();
  const { post, session, me } = await open({ ports: { firstAdmin: email } });
  await post('sign-in/email', { email });
  const { body } = await me(
    session(await post('sign-in/link', { token: tokenOf(await mailbox.link(email)) })),
  );
  expect([body.person.role, body.company.name]).toEqual(['admin', 'Own']);
  const late = freshAddress();
  const other = await open({ ports: { firstAdmin: late } });
  await signedIn(other, { role: 'admin', workspaces: [] });
  const expected = freshAddress();
  await signedIn(other, { role: 'viewer', workspaces: [] }, expected);
  await other.post('sign-in/email', { email: late });
  await other.post('sign-in/email', { email: expected });
  await mailbox.link(expected);
  expect(mailbox.messages.filter(({ to }) => to === late)).toEqual([]);
});

test('a message the mail server does not take leaves an invitation that nobody was told of; without any way to sign in there is none', async () => {
  const { call } = await open();
  const { status, body } = await call('POST', '/v1/invites', {
    body: { email: 'nobody@example.com', role: 'viewer' },
  });
  expect([status, body.sentAt, body.status]).toEqual([201, null, 'open']);
  const without = await startHarness({ settings: { dashboard } });
  const refused = await without.call('POST', '/v1/invites', {
    body: { email: 'a@example.com', role: 'viewer' },
  });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([
    409,
    'sign_in_not_configured',
  ]);
  expect(
    (
      await without.call('POST', '/dashboard/sign-in/email', {
        key: null,
        body: { email: 'a@example.com' },
      })
    ).status,
  ).toBe(404);
});

test('a mail server that is away, or refuses the password, is told in a sentence', async () => {
  const message = { to: 'a@example.com', subject: 'x', text: 'y' };
  const wrong = createSmtpMailer({
    url: mailbox.url.replace('ads:', 'other:'),
    from: 'a@example.com',
  });
  expect(await wrong.send(message)).toEqual({
    ok: false,
    message: expect.stringContaining('Wrong password'),
  });
  const away = await openMailbox();
  await away.stop();
  expect((await createSmtpMailer({ url: away.url, from: 'a@example.com' }).send(message)).ok).toBe(
    false,
  );
});
