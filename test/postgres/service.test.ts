// @module-tag postgres
import { expect, test } from 'vitest';
import { folder, get, launch, start } from '../server/service-process.ts';
import { createDatabase } from './database.ts';

test('several processes on one Postgres make one company, share the limits, and know of a revocation at once', async () => {
  const database = await createDatabase();
  const env = {
    SLIPWAY_DATABASE: database.url,
    SLIPWAY_MEDIA: `disk:${await folder()}`,
    SLIPWAY_SECRET: 'one secret for all of them',
    SLIPWAY_READ_LIMIT: '20',
    SLIPWAY_LOG: 'off',
  };
  const [one, two] = await Promise.all([start(await folder(), env), start(await folder(), env)]);
  const adminKey = one.adminKey ?? two.adminKey;
  expect([one.adminKey, two.adminKey]).toContain(null);
  const created = await fetch(`${one.url}/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Shared' }),
  });
  const { key, id } = (await created.json()) as { key: string; id: string };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => get(`${i % 2 ? one.url : two.url}/v1/me`, key)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  await fetch(`${two.url}/v1/keys/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect((await get(`${one.url}/v1/me`, key)).status).toBe(401);
  for (const each of [one, two]) expect(await each.end('SIGTERM')).toBe(0);
  await database.drop();
});

test('a database that a newer version has written is told at once, not waited for', async () => {
  const [data, database] = [await folder(), await createDatabase()];
  const env = { SLIPWAY_DATABASE: database.url, SLIPWAY_SECRET: 'one secret for all of them' };
  await (await start(data, env)).end('SIGTERM');
  await database.query(
    "INSERT INTO slipway.schema_versions (part, version) VALUES ('documents', 999)",
  );
  const { exit, err } = launch(['--port', '0', '--data', data], env);
  expect(await exit).toBe(1);
  expect(err()).toContain('was written by a newer version of Slipway');
  expect(err()).not.toContain('waiting_for_database');
  await database.drop();
});
