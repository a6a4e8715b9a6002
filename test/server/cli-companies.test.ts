import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

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
  const to = join(folder, 'harbour');
  const deleted = await slipway('companies', 'delete', id, '--confirm', 'Harbour', '--to', to);
  expect(deleted.out).toContain('deleted on');
  const [file = ''] = readdirSync(to);
  const lines = readFileSync(join(to, file), 'utf8').trimEnd().split('\n');
  expect(deleted.out).toContain(`${lines.length - 2} documents`);
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ kind: 'end' });
  expect((await slipway('companies', 'show', 'co_nobody')).code).toBe(3);
  expect((await slipway('companies', 'suspend')).code).toBe(2);
});

test('slipway companies export writes documents and media, and a service that stops in between leaves no file', async () => {
  const { id } = (await fixture().call('GET', '/v1/me')).body.company;
  await fixture().uploadAs('harbour boat.png', readFileSync(join(folder, 'boat.png')));
  const to = join(folder, 'whole');
  const told = JSON.parse((await slipway('companies', 'export', id, '--to', to, '--json')).out);
  expect(told).toMatchObject({ documents: expect.any(Number), facts: expect.any(Number), media: 1 });
  const kinds = readFileSync(told.file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['export', 'company', 'key', 'connection', 'ad-account', 'audit', 'media', 'end']),
  );
  expect(kinds).toHaveLength(told.documents + told.facts + 2);
  expect(readFileSync(join(to, 'media', 'harbour boat.png'))).toEqual(readFileSync(join(folder, 'boat.png')));
  expect((await slipway('companies', 'export')).code).toBe(2);

  const { facts } = fixture().ports;
  const { accounts } = facts;
  Object.assign(facts, { accounts: () => Promise.reject(new Error('away')) });
  const failed = await slipway('companies', 'export', id, '--to', join(folder, 'half'));
  Object.assign(facts, { accounts });
  expect([failed.code, readdirSync(join(folder, 'half'))]).toEqual([3, []]);
});
