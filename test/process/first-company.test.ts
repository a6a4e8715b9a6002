import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { companyKind } from '../../core/access/records.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { createSlipway, type Slipway, type SlipwayOptions } from '../../server/embed/embed.ts';
import { createDatabase } from '../postgres/database.ts';

const SECRET = 'a secret that is long enough';

/** Sorts before every id that is made. */
const SMALLEST = 'co_0';

/** Companies after the first; ids are random, so one of them is made to come before all others. */
async function addTenants(slipway: Slipway, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await slipway.companies.create({ name: `Tenant ${i}`, sandbox: true });
  const doc = {
    name: 'Smallest id',
    createdAt: slipway.ports.clock.now(),
    defaultWorkspaceId: 'ws_0',
  };
  await slipway.ports.store.commit([
    { kind: companyKind, companyId: SYSTEM, id: SMALLEST, expect: 'absent', doc },
  ]);
}

async function keysCreate(database: string, folder: string, ...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(
    ['keys', 'create', 'ops', '--scopes', 'admin,operator', '--data', folder, ...args],
    { SLIPWAY_DATABASE: database, SLIPWAY_SECRET: SECRET },
    { write: (text) => (out += text) },
    { write: (text) => (err += text) },
  );
  return { code, out, err };
}

const backends: { readonly [name: string]: (folder: string) => Promise<string> } = {
  SQLite: async (folder) => `sqlite:${join(folder, 'slipway.db')}`,
  Postgres: async () => (await createDatabase()).url,
};

describe.each(Object.keys(backends))('many companies on %s', (name) => {
  const tags = name === 'Postgres' ? ['postgres'] : [];
  test('after every restart the calls of an embedder and the keys of the command line are those of the first company', {
    tags,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-first-'));
    const database = (await backends[name]?.(folder)) ?? '';
    const options: SlipwayOptions = { database, folder, secret: SECRET, work: false };
    let slipway = await createSlipway(options);
    const first = slipway.companyId;
    await addTenants(slipway, 4);
    for (let restart = 0; restart < 5; restart++) {
      await slipway.close();
      slipway = await createSlipway(options);
      expect([slipway.companyId, slipway.adminKey]).toEqual([first, undefined]);
      await slipway.companies.create({ name: `After restart ${restart}`, sandbox: true });
    }

    const unnamed = await keysCreate(database, folder);
    expect(unnamed).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Company Demo (${first})`),
    });
    const named = JSON.parse(
      (await keysCreate(database, folder, '--company', SMALLEST, '--json')).out,
    );
    expect(named).toMatchObject({
      company: { id: SMALLEST, name: 'Smallest id' },
      key: expect.stringMatching(/^ak_/),
    });
    expect(await keysCreate(database, folder, '--company', 'co_typo')).toMatchObject({
      code: 3,
      err: expect.stringContaining(`Demo (${first})`),
    });
    await slipway.close();

    const chosen = await createSlipway({ ...options, company: SMALLEST });
    expect(chosen.companyId).toBe(SMALLEST);
    await chosen.close();
    await expect(createSlipway({ ...options, company: 'co_typo' })).rejects.toMatchObject({
      code: 'not_found',
    });
    // Refused, and the database is free again.
    await (await createSlipway(options)).close();
  });
});

test('--company needs --data: over the API the key says the company', async () => {
  let err = '';
  const args = ['keys', 'list', '--company', 'co_1', '--key', 'ak_1'];
  const code = await runCommandLine(
    args,
    {},
    { write: () => undefined },
    { write: (text) => (err += text) },
  );
  expect([code, err]).toEqual([2, expect.stringContaining('--company goes with --data')]);
});
