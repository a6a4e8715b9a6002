import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

test('slipway companies lists, shows, renames, suspends, resumes and deletes', async () => {
  const { body } = await fixture().call('POST', '/v1/companies', { body: { name: 'Guests' } });
  const id = body.companyId;
  expect((await slipway('companies', 'list', '--search', 'gue')).out).toMatch(
    new RegExp(`${id} +Guests .*active`),
  );
  expect((await slipway('companies', 'rename', id, 'Harbour')).out).toContain(
    `Harbour (${id}): active`,
  );
  expect((await slipway('companies', 'suspend', id)).out).toContain('suspended since');
  const shown = JSON.parse((await slipway('companies', 'show', id, '--json')).out);
  expect(shown).toMatchObject({
    company: { name: 'Harbour', status: 'suspended' },
    usage: { keys: 1 },
  });
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

test('slipway companies creates a company, limits what it uses and makes a key of it', async () => {
  const created = JSON.parse(
    (await slipway('companies', 'create', 'Limited', '--sandbox', '--json')).out,
  );
  const id = created.companyId;
  const key = created.adminKey;
  const limited = await slipway(
    'companies',
    'limits',
    id,
    '--ads',
    '1',
    '--media',
    '1000',
    '--writes',
    '500',
    '--reads',
    '500',
  );
  expect(limited.out).toMatch(/adsPerMonth: 1\n.*mediaBytes: 1000/);
  expect((await slipway('companies', 'limits', id)).code).toBe(2);
  expect((await slipway('companies', 'limits', id, '--ads', 'many')).code).toBe(2);

  const upload = async () => {
    const form = new FormData();
    form.set('file', new File([readFileSync(join(folder, 'boat.png'))], 'boat.png'));
    const headers = { authorization: `Bearer ${key}` };
    return (
      await fixture().app.request('/v1/media/upload', { method: 'POST', headers, body: form })
    ).json();
  };
  expect(JSON.stringify(await upload())).toContain('quota_exceeded');
  await slipway('companies', 'limits', id, '--media', 'none');
  const { url } = await upload();
  const ask = (path: string) =>
    fixture()
      .call('GET', path, { key })
      .then(({ body }) => body.data);
  const account = (await ask('/v1/adaccounts?limit=200')).find(
    ({ platform }: { platform: string }) => platform === 'primary',
  ).id;
  const adSets = await ask(`/v1/adsets?accountId=${account}&status=ACTIVE&limit=200`);
  const empty = adSets.find(({ adCount }: { adCount: number }) => adCount === 0).value;
  const [{ page, secondary }] = await ask(`/v1/profiles?accountId=${account}`);
  const ad = {
    adAccountId: account,
    page,
    secondary,
    link: 'https://example.com',
    media: [{ url }],
  };
  const launch = (...names: string[]) => {
    const ads = names.map((adName) => ({ ...ad, adName }));
    return fixture().call('POST', '/v1/launch', { key, body: { ads, adSets: [empty] } });
  };
  const refused = await launch('One', 'Two');
  expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'quota_exceeded']);
  expect((await launch('One')).status).toBe(202);
  expect((await launch('Two')).body.error.message).toContain('It has 1 in this one');
  await slipway('companies', 'limits', id, '--ads', 'none');
  expect((await launch('Two')).status).toBe(202);

  const made = await slipway('companies', 'key', id, 'Support', '--scopes', 'read', '--json');
  const me = await fixture().call('GET', '/v1/me', { key: JSON.parse(made.out).key });
  expect(me.body).toMatchObject({ company: { id }, key: { name: 'Support', scopes: ['read'] } });
  expect((await slipway('companies', 'key', id, 'Support', '--scopes', 'operator')).code).toBe(2);
});

test('slipway companies export writes documents and media, and a service that stops in between leaves no file', async () => {
  const { id } = (await fixture().call('GET', '/v1/me')).body.company;
  const boat = await fixture().uploadAs('harbour boat.png', readFileSync(join(folder, 'boat.png')));
  const to = join(folder, 'whole');
  const told = JSON.parse((await slipway('companies', 'export', id, '--to', to, '--json')).out);
  expect(told).toMatchObject({
    documents: expect.any(Number),
    facts: expect.any(Number),
    media: 1,
  });
  const kinds = readFileSync(told.file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).kind);
  expect(kinds).toEqual(
    expect.arrayContaining([
      'export',
      'company',
      'key',
      'connection',
      'ad-account',
      'audit',
      'media',
      'end',
    ]),
  );
  expect(kinds).toHaveLength(told.documents + told.facts + 2);
  expect(
    readFileSync(join(to, 'media', decodeURIComponent(boat.url.split('/').pop() ?? ''))),
  ).toEqual(readFileSync(join(folder, 'boat.png')));
  expect((await slipway('companies', 'export')).code).toBe(2);

  const { facts } = fixture().ports;
  const { accounts } = facts;
  Object.assign(facts, { accounts: () => Promise.reject(new Error('away')) });
  const failed = await slipway('companies', 'export', id, '--to', join(folder, 'half'));
  Object.assign(facts, { accounts });
  expect([failed.code, readdirSync(join(folder, 'half'))]).toEqual([3, []]);
});
