import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';
import { sessionOf, signedIn } from './people-fixture.ts';

const { fixture, slipway } = useCommandLine();

test('slipway people invites, lists, gives roles, signs out and removes', async () => {
  const invited = await slipway('people', 'invite', 'Ann@example.com', '--role', 'launcher');
  expect(invited.out).toMatch(
    /ann@example\.com is invited until .* \(launcher\); the link was mailed/,
  );
  const again = JSON.parse((await slipway('people', 'invite', 'ann@example.com', '--json')).out);
  expect(again).toMatchObject({ email: 'ann@example.com', role: 'launcher', status: 'open' });
  expect(await slipway('people', 'invite', 'ben@example.com', '--role', 'captain')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--role'),
  });
  expect((await slipway('people', 'invite', 'ben@example.com', '--workspace', 'ws_1')).code).toBe(
    2,
  );

  const person = await signedIn(fixture(), { role: 'viewer', workspaces: [] }, 'carl@example.com');
  await sessionOf(fixture().ports, fixture().companyId, person.id, {
    email: person.email,
    role: 'viewer',
    workspaces: [],
  });
  const listed = (await slipway('people', 'list')).out;
  expect(listed).toMatch(/carl@example\.com +viewer/);
  expect(listed).toMatch(/ann@example\.com +launcher +invited until/);
  const workspace = (await fixture().call('GET', '/v1/workspaces')).body.data[0].id;
  const changed = await slipway(
    'people',
    'role',
    'carl@example.com',
    '--role',
    'none',
    '--workspace',
    `${workspace}=manager`,
  );
  expect(changed.out).toContain(`manager in ${workspace}`);
  expect((await slipway('people', 'role', person.id)).code).toBe(2);

  const sessions = JSON.parse((await slipway('people', 'sessions', '--json')).out).data;
  const own = sessions.filter(({ holder }: { holder: { id: string } }) => holder.id === person.id);
  expect(own).toHaveLength(2);
  expect((await slipway('people', 'sign-out', '--session', own[0].id)).code).toBe(0);
  expect((await slipway('people', 'sign-out', 'carl@example.com')).out).toContain(
    '1 sessions have ended',
  );
  expect((await slipway('people', 'sessions')).out).not.toContain(own[1].id);

  expect((await slipway('people', 'remove', 'ann@example.com')).out).toContain(
    'not invited any more',
  );
  expect((await slipway('people', 'remove', 'carl@example.com')).out).toContain('removed');
  expect(await slipway('people', 'remove', 'carl@example.com')).toMatchObject({
    code: 2,
    err: expect.stringContaining('No person here'),
  });
  expect(JSON.parse((await slipway('people', 'list', '--json')).out)).toMatchObject({
    data: [],
    invites: [],
  });
});
