import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, slipway } = useCommandLine();

test('slipway companies lists, shows, renames, suspends, resumes and deletes', async () => {
  const { body } = await fixture().call('POST', '/v1/companies', { body: { name: 'Guests' } });
  const id = body.companyId;
  expect((await slipway('companies', 'list', '--search', 'gue')).out).toMatch(new RegExp(`${id} +Guests .*active`));
  expect((await slipway('companies', 'rename', id, 'Harbour')).out).toContain(`Harbour (${id}): active`);
  expect((await slipway('companies', 'suspend', id)).out).toContain('suspended since');
  const shown = JSON.parse((await slipway('companies', 'show', id, '--json')).out);
  expect(shown).toMatchObject({ company: { name: 'Harbour', status: 'suspended' }, usage: { keys: 1 } });
  expect((await slipway('companies', 'show', id)).out).toMatch(/keys +1/);
  expect((await slipway('companies', 'resume', id)).out).toContain('active');
  expect((await slipway('companies', 'delete', id)).code).toBe(2);
  expect((await slipway('companies', 'delete', id, '--confirm', 'Guests')).code).toBe(3);
  expect((await slipway('companies', 'delete', id, '--confirm', 'Harbour')).out).toContain('deleted on');
  expect((await slipway('companies', 'show', 'co_nobody')).code).toBe(3);
  expect((await slipway('companies', 'suspend')).code).toBe(2);
});
