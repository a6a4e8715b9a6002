import { expect, test } from 'vitest';
import { failOnDrift, startHarness } from './harness.ts';
import { asks, sessionOf, signedIn } from './people-fixture.ts';

failOnDrift();

const company = (role: 'viewer' | 'launcher' | 'manager' | 'admin') => ({ role, workspaces: [] });

test('a person is known by session, with what the role allows, and everything done names the person', async () => {
  const harness = await startHarness();
  const ann = await signedIn(harness, company('admin'), 'ann@example.com');
  const ask = asks(harness, ann);
  const me = await ask('GET', '/v1/me');
  expect(me.body.person).toMatchObject({
    id: ann.id,
    email: 'ann@example.com',
    name: 'Ann',
    role: 'admin',
  });
  expect([me.body.key.id, me.body.key.scopes]).toEqual([ann.id, ['admin']]);
  await harness.clock.advance(1);
  await ask('POST', '/v1/workspaces', { body: { name: 'North' } });
  const [entry] = (await harness.call('GET', '/v1/audit')).body.data;
  expect(entry).toMatchObject({
    action: 'workspace.create',
    keyId: ann.id,
    person: 'Ann <ann@example.com>',
  });
  await harness.clock.advance(1);
  await harness.call('POST', '/v1/workspaces', { body: { name: 'South' } });
  expect((await harness.call('GET', '/v1/audit')).body.data[0].person).toBeNull();
});

test('a role that is not enough is refused by name; another role holds from the next request on', async () => {
  const harness = await startHarness();
  const bob = await signedIn(harness, company('viewer'));
  const ask = asks(harness, bob);
  const refused = await ask('POST', '/v1/ad-copy-templates', {
    body: { name: 'x', titles: ['t'], descriptions: ['d'] },
  });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([403, 'role_lacking']);
  expect(refused.body.error.message).toBe(
    'This needs the role launcher in the whole company; yours is viewer.',
  );
  const changed = await harness.call('PATCH', `/v1/people/${bob.id}`, {
    body: { role: 'launcher' },
  });
  expect([changed.status, changed.body.role]).toEqual([200, 'launcher']);
  expect(
    (
      await ask('POST', '/v1/ad-copy-templates', {
        body: { name: 'x', titles: ['t'], descriptions: ['d'] },
      })
    ).status,
  ).toBe(201);
  expect((await ask('GET', '/v1/companies')).body.error.details[0].code).toBe('role_lacking');
});

test('whoever is removed is signed out everywhere at once, and stays in the audit by name', async () => {
  const harness = await startHarness();
  const bob = await signedIn(harness, company('manager'), 'bob@example.com');
  const elsewhere = await sessionOf(harness.ports, harness.companyId, bob.id, {
    ...company('manager'),
    email: bob.email,
  });
  const look = async (headers: { readonly [name: string]: string }) =>
    (await harness.call('GET', '/v1/me', { key: null, headers })).status;
  expect([await look(bob.headers), await look(elsewhere)]).toEqual([200, 200]);
  expect((await harness.call('DELETE', `/v1/people/${bob.id}`)).status).toBe(200);
  expect([await look(bob.headers), await look(elsewhere)]).toEqual([401, 401]);
  expect((await harness.call('GET', '/v1/people')).body.data).toEqual([]);
  expect((await harness.call('GET', '/v1/sessions?everyone=true')).body.data).toEqual([]);
  const { data } = (await harness.call('GET', '/v1/audit')).body;
  expect(data.find(({ action }: { action: string }) => action === 'person.join').person).toBe(
    'Ann <bob@example.com>',
  );
  expect((await harness.call('DELETE', `/v1/people/${bob.id}`)).status).toBe(404);
});

test('the last admin is neither removed nor given another role, however many ask at once', async () => {
  const harness = await startHarness();
  const [ann, bob] = [
    await signedIn(harness, company('admin')),
    await signedIn(harness, company('admin')),
  ];
  const both = await Promise.all([
    asks(harness, ann)('DELETE', `/v1/people/${bob.id}`),
    asks(harness, bob)('DELETE', `/v1/people/${ann.id}`),
  ]);
  expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  const [left] = (await harness.call('GET', '/v1/people')).body.data;
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PATCH', { role: 'manager' }],
  ] as const) {
    const { status, body: answer } = await harness.call(method, `/v1/people/${left.id}`, { body });
    expect([status, answer.error.details[0].code]).toEqual([409, 'last_admin']);
  }
});

test('sessions are listed with where they began, and ended: one’s own by oneself, any by an admin', async () => {
  const harness = await startHarness();
  const [ann, bob] = [
    await signedIn(harness, company('admin')),
    await signedIn(harness, company('viewer')),
  ];
  const other = await sessionOf(harness.ports, harness.companyId, bob.id, {
    ...company('viewer'),
    email: bob.email,
  });
  const askBob = asks(harness, bob);
  const own = (await askBob('GET', '/v1/sessions')).body.data;
  expect(
    own
      .map(({ current, holder }: { current: boolean; holder: { id: string } }) => [
        current,
        holder.id,
      ])
      .sort(),
  ).toEqual([
    [false, bob.id],
    [true, bob.id],
  ]);
  const refused = await askBob('GET', '/v1/sessions?everyone=true');
  expect([refused.status, refused.body.error.details[0].code]).toEqual([403, 'role_lacking']);
  const all = (await asks(harness, ann)('GET', '/v1/sessions?everyone=true')).body.data;
  expect(all.length).toBe(3);
  const annsId = all.find(({ holder }: { holder: { id: string } }) => holder.id === ann.id).id;
  expect((await askBob('DELETE', `/v1/sessions/${annsId}`)).status).toBe(404);

  expect((await askBob('POST', '/v1/me/sign-out-others')).body.ended).toBe(1);
  expect((await harness.call('GET', '/v1/me', { key: null, headers: other })).status).toBe(401);
  const [last] = (await askBob('GET', '/v1/sessions')).body.data;
  expect((await asks(harness, ann)('DELETE', `/v1/sessions/${last.id}`)).status).toBe(200);
  expect((await askBob('GET', '/v1/me')).status).toBe(401);
  expect((await asks(harness, ann)('POST', `/v1/people/${ann.id}/sign-out`)).body.ended).toBe(1);
  expect((await asks(harness, ann)('GET', '/v1/me')).status).toBe(401);
});

test('an admin of one workspace gives and takes roles there and nowhere else', async () => {
  const harness = await startHarness();
  const workspace = async (name: string): Promise<string> =>
    (await harness.call('POST', '/v1/workspaces', { body: { name } })).body.id;
  const [north, south] = [await workspace('North'), await workspace('South')];
  const ann = await signedIn(harness, { workspaces: [{ workspaceId: north, role: 'admin' }] });
  const bob = await signedIn(harness, { workspaces: [{ workspaceId: north, role: 'viewer' }] });
  const eve = await signedIn(harness, { workspaces: [{ workspaceId: south, role: 'viewer' }] });
  const ask = asks(harness, ann);
  expect(
    (await ask('GET', '/v1/people')).body.data.map(({ id }: { id: string }) => id).sort(),
  ).toEqual([ann.id, bob.id].sort());
  const change = async (id: string, body: object) => {
    const { status, body: answer } = await ask('PATCH', `/v1/people/${id}`, { body });
    return [status, answer.error?.details?.[0]?.code];
  };
  expect(await change(bob.id, { workspaces: [{ workspaceId: north, role: 'manager' }] })).toEqual([
    200,
    undefined,
  ]);
  expect(await change(bob.id, { workspaces: [{ workspaceId: south, role: 'manager' }] })).toEqual([
    403,
    'role_lacking',
  ]);
  expect(await change(bob.id, { role: 'admin' })).toEqual([403, 'role_lacking']);
  expect(await change(ann.id, { role: 'admin' })).toEqual([403, 'role_lacking']);
  expect((await ask('DELETE', `/v1/people/${eve.id}`)).status).toBe(404);
  expect((await ask('GET', '/v1/keys')).body.error.details[0].code).toBe('role_lacking');
  expect(await change(bob.id, { workspaces: [] })).toEqual([422, 'role_missing']);
  expect(
    await change(bob.id, { workspaces: [{ workspaceId: 'ws_none', role: 'viewer' }] }),
  ).toEqual([422, 'unknown_workspace']);
  expect((await harness.call('DELETE', `/v1/workspaces/${north}`)).body.error.details[0].code).toBe(
    'workspace_not_empty',
  );
});
