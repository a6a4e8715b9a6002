import { expect, test } from 'vitest';
import { platformModules } from '../../adapters/platforms/registry.ts';
import { roles } from '../../core/access/roles.ts';
import { operationsFor } from '../../core/features/registry.ts';

const operations = operationsFor(platformModules);
const least = {
  read: 'viewer',
  launch: 'launcher',
  manage: 'manager',
  leads: 'manager',
  admin: 'admin',
  operator: 'none',
  unattended: 'none',
  plan: 'none',
} as const;
const ranks: readonly string[] = [...roles, 'none'];

test('every operation says which role a person needs, never less than its scope asks of a key', () => {
  for (const { name, scope, role, reach } of operations) {
    expect([name, ranks.includes(role), ['company', 'workspace'].includes(reach)]).toEqual([
      name,
      true,
      true,
    ]);
    expect([name, ranks.indexOf(role) >= ranks.indexOf(least[scope])]).toEqual([name, true]);
  }
});

test('what a role in one workspace is enough for is found by ad accounts, shared by all, or one’s own', () => {
  const enough = operations.filter(({ reach }) => reach === 'workspace');
  const known = [
    'Launch',
    'Drafts',
    'Manage',
    'Changes',
    'Media',
    'Reports',
    'Accounts',
    'Ad copy',
    'Names',
  ];
  const others = enough.filter(({ topic }) => !known.includes(topic)).map(({ name }) => name);
  expect(
    others.filter((name) => !/^(people|sessions|invites|notifications|grants)\./.test(name)).sort(),
  ).toEqual(['me', 'workspaces.get', 'workspaces.list']);
  const shared = enough.filter(
    ({ topic, effects }) => ['Accounts', 'Ad copy', 'Names'].includes(topic) && effects !== 'reads',
  );
  expect(shared.map(({ name }) => name)).toEqual([]);
});
