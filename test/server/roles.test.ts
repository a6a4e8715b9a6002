import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '../../core/access/roles.ts';
import { needOfRoute, type Route } from '../../server/http/route.ts';
import { catalogue } from '../catalogue.ts';
import { failOnDrift } from './harness.ts';
import { asks, type SignedIn, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
const people = new Map<string, SignedIn>();
beforeAll(async () => {
  fixture = await startServiceFixture();
  const { id: workspaceId } = (
    await fixture.call('POST', '/v1/workspaces', { body: { name: 'Part' } })
  ).body;
  for (const role of roles) {
    people.set(role, await signedIn(fixture, { role, workspaces: [] }));
    people.set(
      `${role} in a workspace`,
      await signedIn(fixture, { workspaces: [{ workspaceId, role }] }),
    );
  }
});
afterAll(() => fixture.worker.stop());

const routes = catalogue.filter(({ scope }) => scope !== 'open');

/**
 * What is refused for want of a role, of all that can be asked. Nothing is asked that could be
 * carried out: ids lead nowhere, bodies are empty.
 */
async function refusedFor(name: string): Promise<string[]> {
  const person = people.get(name);
  if (person === undefined) throw new Error(`There is no ${name}.`);
  const refused: string[] = [];
  for (const [i, { method, path, envelope }] of routes.entries()) {
    // A session has an allowance of its own for each minute.
    if (i % 100 === 0) await fixture.clock.sleep(61_000);
    const sent = { ...(method !== 'GET' && { body: {} }), headers: { 'x-request-id': 'walk' } };
    const where = path.replace(/\{\w+\}/g, 'none');
    const { status, body } = await asks(fixture, person)(method, where, sent);
    expect([name, method, path, status]).not.toEqual([name, method, path, 401]);
    expect([name, method, path, status < 500 || status === 502 || status === 503]).toEqual([
      name,
      method,
      path,
      true,
    ]);
    const code =
      envelope === 'older'
        ? body.error?.code === 'forbidden' && 'role_lacking'
        : JSON.stringify(body).includes('role_lacking') && 'role_lacking';
    if (status === 403 && code === 'role_lacking') refused.push(`${method} ${path}`);
  }
  return refused;
}

const rank = (role: string): number => (roles as readonly string[]).indexOf(role);
const isEnough = (held: string, route: Route, isWhole: boolean): boolean => {
  const need = needOfRoute(route);
  if (need === undefined || need.role === 'none') return false;
  return rank(held) >= rank(need.role) && (isWhole || need.reach === 'workspace');
};

test.each(
  roles.flatMap(
    (role) =>
      [
        [role, role, true],
        [`${role} in a workspace`, role, false],
      ] as const,
  ),
)('a %s is refused exactly what needs more', async (name, role, isWhole) => {
  const expected = routes
    .filter((route) => !isEnough(role, route, isWhole))
    .map(({ method, path }) => `${method} ${path}`);
  expect(expected.length).toBeGreaterThan(0);
  expect(await refusedFor(name)).toEqual(expected);
});
