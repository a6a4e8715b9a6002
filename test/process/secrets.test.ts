import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { sealedPlaces } from '../../core/features/registry.ts';
import { researchConnectionKind } from '../../core/features/research/connection.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { secretCheckKind } from '../../core/upkeep/secrets/check.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';
import { createDatabase } from '../postgres/database.ts';
import { runCommand as run } from '../server/run-command.ts';
import { useProcesses } from '../server/slipway-process.ts';

const slipway = useProcesses();
/** Live as far as the configuration goes; nothing leaves this machine. */
const LIVE = {
  SLIPWAY_PLATFORMS: 'live',
  SLIPWAY_PUBLIC_URL: 'https://ads.example',
  SLIPWAY_META_BASE_URL: 'http://127.0.0.1:9',
  SLIPWAY_TIKTOK_BASE_URL: 'http://127.0.0.1:9',
};
const OLD = 'the secret, with a comma in it';
const NEW = 'the secret that comes after it';

/**
 * An installation in a data folder, opened as a program would; the service and the commands find it
 * there too.
 */
function place() {
  const data = mkdtempSync(join(tmpdir(), 'slipway-secrets-'));
  const path = join(data, 'slipway.db');
  return { data, path, options: { database: `sqlite:${path}`, folder: data, work: false } };
}

const doctorSays = async (data: string, env: { readonly [name: string]: string } = {}) => {
  const { answer } = await run(['doctor', '--data', data], env);
  return answer.checks.find(({ name }: { name: string }) => name === 'secret');
};

/** What a platform is asked with; needs the stored credentials. */
const reachesPlatform = async (opened: Slipway): Promise<boolean> => {
  const [account] = (await opened.accounts.list()).data;
  return (await opened.reports.adSets({ accountId: account?.id ?? '' })).data.length > 0;
};

describe('a process whose secret is not the installation’s', () => {
  const refusal = {
    code: 'unreadable_secret',
    message: expect.stringMatching(/does not open.*SLIPWAY_FORMER_SECRETS.*reseal --lost/),
  };

  test('is not started in a program, nor as a service, and doctor tells it among the other checks', async () => {
    const { data, options } = place();
    await (await createSlipway({ ...options, secret: OLD })).close();
    await expect(createSlipway({ ...options, secret: NEW })).rejects.toMatchObject(refusal);
    const service = slipway(['serve', '--port', '0', '--data', data, '--json'], {
      SLIPWAY_SECRET: NEW,
    });
    expect([await service.exit, service.err()]).toEqual([
      2,
      expect.stringContaining('does not open what this database holds'),
    ]);
    expect(service.err()).not.toContain('.ts:');
    expect(await doctorSays(data, { SLIPWAY_SECRET: NEW })).toMatchObject({
      ok: false,
      found: expect.stringContaining('does not open'),
    });
    const { answer } = await run(['doctor', '--data', data], { SLIPWAY_SECRET: NEW });
    expect(answer.checks.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['media store', 'public address']),
    );
    const again = await createSlipway({ ...options, secret: OLD });
    expect(await reachesPlatform(again)).toBe(true);
    await again.close();
  });

  test('because the file was lost is not given a new one', async () => {
    const { data, options } = place();
    await (await createSlipway(options)).close();
    rmSync(join(data, 'secret'));
    await expect(createSlipway(options)).rejects.toMatchObject({
      code: 'unreadable_secret',
      message: expect.stringContaining(`${join(data, 'secret')} is not there`),
    });
    const service = slipway(['serve', '--port', '0', '--data', data]);
    expect([await service.exit, service.err()]).toEqual([
      2,
      expect.stringContaining('is not there'),
    ]);
    expect(await doctorSays(data)).toMatchObject({
      ok: false,
      found: expect.stringContaining('is not there'),
    });
    expect(existsSync(join(data, 'secret'))).toBe(false);
  });

  test('is not started as a worker or a service on Postgres', { tags: ['postgres'] }, async () => {
    const database = await createDatabase();
    const env = { SLIPWAY_DATABASE: database.url, SLIPWAY_LOG: 'off' };
    const first = slipway(['serve', '--port', '0', '--data', place().data, '--json'], {
      ...env,
      SLIPWAY_SECRET: OLD,
    });
    const { sandboxUrl } = await first.ready();
    const other = { ...env, SLIPWAY_SECRET: NEW, SLIPWAY_SANDBOX_URL: String(sandboxUrl) };
    for (const command of [['worker'], ['serve', '--port', '0']]) {
      const started = slipway([...command, '--data', place().data, '--json'], other);
      expect([await started.exit, started.err()]).toEqual([
        2,
        expect.stringContaining('does not open what this database holds'),
      ]);
      expect(started.out()).toBe('');
    }
    const reseal = ['reseal', '--data', place().data];
    const changed = { ...env, SLIPWAY_SECRET: NEW, SLIPWAY_FORMER_SECRETS: JSON.stringify([OLD]) };
    expect(await run(reseal, changed)).toMatchObject({
      code: 2,
      error: {
        message: expect.stringMatching(
          /^Another process works on this database.* Give --yes to do it, or --check to look\.$/,
        ),
      },
    });
    const { remaining } = (await run([...reseal, '--check'], changed)).answer;
    expect(remaining).toBeGreaterThan(0);
    await first.end();
    expect(await run(reseal, changed)).toMatchObject({
      code: 0,
      answer: { resealed: remaining, remaining: 0 },
    });
    await database.drop();
  });

  test('is told so where the database was written before there was a check, unless nothing was ever sealed', async () => {
    const { options, path } = place();
    await (await createSlipway({ ...options, secret: OLD })).close();
    const database = new DatabaseSync(path);
    database.exec(
      `DELETE FROM documents WHERE kind IN ('${secretCheckKind.name}', 'idempotency', '${researchConnectionKind.name}')`,
    );
    const credentials = database
      .prepare("SELECT id, doc FROM documents WHERE kind = 'connection'")
      .all() as {
      id: string;
      doc: string;
    }[];
    for (const { id, doc } of credentials)
      database.prepare("UPDATE documents SET doc = ? WHERE kind = 'connection' AND id = ?").run(
        JSON.stringify({
          ...JSON.parse(doc),
          sealedCredentials: inFirstForm(OLD, '{"accessToken":"t"}'),
        }),
        id,
      );
    database.close();
    await expect(createSlipway({ ...options, secret: NEW })).rejects.toMatchObject(refusal);
    const opened = await createSlipway({ ...options, secret: OLD });
    expect(await opened.ports.store.get(secretCheckKind, SYSTEM, 'secret')).toBeDefined();
    await opened.close();

    const empty = place();
    await (await createSlipway({ ...empty.options, secret: OLD })).close();
    const emptied = new DatabaseSync(empty.path);
    const sealedKinds = [secretCheckKind.name, ...sealedPlaces.map(({ kind }) => kind.name)];
    emptied.exec(`DELETE FROM documents WHERE kind IN ('${sealedKinds.join("', '")}')`);
    emptied.close();
    await (await createSlipway({ ...empty.options, secret: NEW })).close();
  });
});

/** As the first version of the service sealed: one SHA-256 of the secret, bound to nothing. */
function inFirstForm(secret: string, plain: string): string {
  const key = createHash('sha256').update(`slipway:${secret}`).digest();
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const sealed = Buffer.concat([
    nonce,
    cipher.update(plain, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `v1.${id}.${sealed.toString('base64url')}`;
}

/**
 * Two companies with a connection to each platform and to research, three webhooks, four kept
 * answers.
 */
const SEALED = 2 * (simulations.length + 1) + 3 + 4;

describe('changing the secret', () => {
  /** One company more, webhooks, and an answer that was kept because it holds a key. */
  async function fill(opened: Slipway): Promise<void> {
    await opened.companies.create({ name: 'Second', sandbox: true });
    const app = opened.app({ writeLimit: 1_000 });
    const headers = {
      authorization: `Bearer ${opened.adminKey}`,
      'content-type': 'application/json',
    };
    const post = (path: string, body: object, key: string) =>
      app.request(path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      });
    for (const n of [1, 2, 3])
      expect(
        (await post('/v1/webhooks', { url: `https://hooks.example/${n}` }, `hook ${n}`)).status,
      ).toBe(201);
    expect((await post('/v1/keys', { name: 'Robot' }, 'key')).status).toBe(201);
  }

  test('seals everything anew, can be run again, and then the former secret opens nothing and is not needed', async () => {
    const { data, options } = place();
    const before = await createSlipway({ ...options, secret: OLD });
    await fill(before);
    await before.close();

    const both = { SLIPWAY_SECRET: NEW, SLIPWAY_FORMER_SECRETS: JSON.stringify([OLD]) };
    const counted = await run(['reseal', '--check', '--data', data], both);
    const { remaining } = counted.answer;
    expect(counted.answer).toMatchObject({
      success: true,
      resealed: 0,
      current: 0,
      unreadable: [],
    });
    expect(remaining).toBe(SEALED);
    expect(await doctorSays(data, both)).toMatchObject({
      ok: true,
      fix: expect.stringContaining('slipway reseal'),
    });

    expect((await run(['reseal', '--data', data], both)).answer).toMatchObject({
      resealed: remaining,
      remaining: 0,
      unreadable: [],
    });
    expect((await run(['reseal', '--data', data], both)).answer).toMatchObject({
      resealed: 0,
      current: remaining,
      remaining: 0,
    });
    expect((await run(['doctor', '--data', data], { SLIPWAY_SECRET: NEW })).code).toBe(0);

    const after = await createSlipway({ ...options, secret: NEW });
    expect(await reachesPlatform(after)).toBe(true);
    const replay = await after.app().request('/v1/keys', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${before.adminKey}`,
        'content-type': 'application/json',
        'idempotency-key': 'key',
      },
      body: JSON.stringify({ name: 'Robot' }),
    });
    expect(replay.headers.get('idempotent-replay')).toBe('true');
    expect(await replay.json()).toMatchObject({ key: expect.stringMatching(/^ak_/) });
    await after.close();
    await expect(createSlipway({ ...options, secret: OLD })).rejects.toMatchObject({
      code: 'unreadable_secret',
    });
  });

  test('goes on where it was ended, beside others who write', async () => {
    const { options } = place();
    const before = await createSlipway({ ...options, secret: OLD });
    await fill(before);
    await before.close();
    const opened = await createSlipway({ ...options, secret: NEW, formerSecrets: [OLD] });
    const { reseal } = await import('../../core/upkeep/secrets/reseal.ts');
    const ended = new Error('ended');
    await expect(
      reseal(opened.ports, sealedPlaces, {
        onProgress: (done) => {
          if (done === 4) throw ended;
        },
      }),
    ).rejects.toBe(ended);
    // Somebody changes a connection between our look and our write.
    const { commit } = opened.ports.store;
    let meddled = false;
    opened.ports.store.commit = async (writes) => {
      const [write] = writes;
      if (!meddled && write !== undefined) {
        meddled = true;
        const found = await opened.ports.store.get(write.kind, write.companyId, write.id);
        await commit([{ ...write, doc: { ...found?.doc, touched: true } }]);
      }
      return commit(writes);
    };
    expect(await reseal(opened.ports, sealedPlaces)).toMatchObject({
      resealed: SEALED - 4,
      current: 4,
      unreadable: [],
    });
    expect(meddled).toBe(true);
    await opened.close();
    await (await createSlipway({ ...options, secret: NEW })).close();
  });

  test('texts are bound to their company: one that was moved to another cannot be read there', async () => {
    const opened = await createSlipway({ secret: OLD, work: false });
    const other = await opened.companies.create({ name: 'Second', sandbox: true });
    const { store } = opened.ports;
    const [mine] = (await store.find(connectionKind, opened.companyId)).items;
    for (const { id, version, doc } of (await store.find(connectionKind, other.companyId)).items)
      await store.commit([
        {
          kind: connectionKind,
          companyId: other.companyId,
          id,
          expect: version,
          doc: { ...doc, sealedCredentials: mine?.doc.sealedCredentials ?? '' },
        },
      ]);
    const company = opened.company(other.companyId);
    await expect(
      company.reports.adSets({ accountId: (await company.accounts.list()).data[0]?.id ?? '' }),
    ).rejects.toMatchObject({
      code: 'unreadable_secret',
    });
    await opened.close();
  });

  test('a secret the service made itself can be kept elsewhere, or replaced, and nothing becomes unreadable', async () => {
    const { data, options } = place();
    await (await createSlipway(options)).close();
    const file = join(data, 'secret');
    const kept = readFileSync(file, 'utf8');
    const advice = await doctorSays(data, LIVE);
    expect(advice).toMatchObject({ ok: true, fix: expect.stringContaining(`content of ${file}`) });
    // What doctor advises.
    rmSync(file);
    const same = await createSlipway({ ...options, secret: kept });
    expect(await reachesPlatform(same)).toBe(true);
    await same.close();
    // What somebody does who sets another one instead.
    writeFileSync(file, kept);
    const replaced = await createSlipway({ ...options, secret: NEW });
    expect(await reachesPlatform(replaced)).toBe(true);
    await replaced.close();
    expect((await run(['reseal', '--data', data], { SLIPWAY_SECRET: NEW })).answer).toMatchObject({
      remaining: 0,
      unreadable: [],
    });
    expect(await doctorSays(data, { SLIPWAY_SECRET: NEW })).toMatchObject({
      ok: true,
      fix: expect.stringContaining(`remove ${file}`),
    });
    rmSync(file);
    await (await createSlipway({ ...options, secret: NEW })).close();
  });

  test('a secret that is lost for good is given up on request; what it sealed is named', async () => {
    const { data, options } = place();
    await (await createSlipway({ ...options, secret: OLD })).close();
    expect(await run(['reseal', '--data', data], { SLIPWAY_SECRET: NEW })).toMatchObject({
      code: 2,
    });
    const lost = await run(['reseal', '--lost', '--data', data], { SLIPWAY_SECRET: NEW });
    expect(lost).toMatchObject({
      code: 1,
      answer: {
        success: false,
        unreadable: expect.arrayContaining([expect.stringMatching(/^connection con_/)]),
      },
    });
    await (await createSlipway({ ...options, secret: NEW })).close();
    expect(await doctorSays(data, { SLIPWAY_SECRET: NEW })).toMatchObject({
      ok: false,
      found: expect.stringContaining('connection con_'),
    });
  });
});

test('doctor makes nothing: no folder, no secret, no database, also in live mode', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'slipway-doctor-'));
  const live = { ...LIVE, SLIPWAY_DATABASE: `sqlite:${join(parent, 'x.db')}` };
  for (const env of [{}, live]) await run(['doctor', '--data', join(parent, 'data')], env);
  expect(readdirSync(parent)).toEqual([]);
  const { data, options } = place();
  await (await createSlipway(options)).close();
  const before = readdirSync(data, { recursive: true }).sort();
  await run(['doctor', '--data', data], LIVE);
  expect(readdirSync(data, { recursive: true }).sort()).toEqual(before);
});
