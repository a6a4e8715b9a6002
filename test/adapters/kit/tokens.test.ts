import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionKind } from '../../../core/accounts/records.ts';
import type { Store } from '../../../core/ports/store.ts';
import { leaseKind } from '../../../core/records/lease.ts';
import { type Crash, crashing } from '../../crashing-store.ts';
import { json } from './example-platform.ts';
import { oauthPlatform, type Rotation } from './oauth-platform.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const minute = 60_000;

describe('an access token that has ended', () => {
  test('is renewed once for twenty processes, and stored before anybody uses it', async () => {
    const at = await oauthPlatform({ rotation: 'strict' });
    const answers = await Promise.all(times(20, () => at.process().call()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect(at.platform).toMatchObject({ renewals: 1, unstored: [] });
    expect(new Set(at.platform.calls)).toEqual(new Set(['T1-of-R0']));
    expect(await at.kept()).toMatchObject({
      accessToken: 'T1-of-R0',
      refreshToken: 'R1-after-R0',
      clientSecret: 'client-secret',
    });
  });

  test('is renewed once for twenty calls of one process, which reads the store no more often', async () => {
    const at = await oauthPlatform();
    let reads = 0;
    const counting: Store = {
      ...at.store,
      get(...of) {
        reads += 1;
        return at.store.get(...of);
      },
    };
    const { call } = at.process(counting);
    await Promise.all(times(20, () => call()));
    const { accessToken } = await at.kept();
    expect(at.platform.renewals).toBe(1);
    expect(reads).toBeLessThanOrEqual(4);
    const before = reads;
    await call();
    expect(at.platform.calls.at(-1)).toBe(accessToken);
    expect(at.platform.renewals).toBe(1);
    expect(reads).toBe(before);
  });

  test('is not renewed by a process that saw it end and came late', async () => {
    const at = await oauthPlatform({ rotation: 'strict' });
    const late: Store = {
      ...at.store,
      get: async (kind, ...of) => {
        if (kind.name === leaseKind.name) await at.clock.sleep(minute);
        return at.store.get(kind, ...of);
      },
    };
    const second = at.process(late).call();
    expect(await at.process().call()).toMatchObject({ ok: true });
    expect(await second).toMatchObject({ ok: true });
    expect(at.platform.renewals).toBe(1);
  });

  test('is renewed again when the next one ends, from what was stored', async () => {
    const at = await oauthPlatform({ rotation: 'strict' });
    const { call } = at.process();
    await call();
    await at.clock.advance(56 * minute);
    expect(await call()).toMatchObject({ ok: true });
    expect(at.platform.calls).toEqual(['T1-of-R0', 'T2-of-R1-after-R0']);
  });
});

describe('an access token that is about to end', () => {
  test('is renewed before it does', async () => {
    const at = await oauthPlatform({ leftMs: 4 * minute });
    await at.process().call();
    expect(at.platform.calls).toEqual(['T1-of-R0']);
  });

  test('serves while nobody renews it, and then nothing is sent', async () => {
    const at = await oauthPlatform({ leftMs: 4 * minute });
    const { call } = at.process();
    const down = () => times(20, () => json('<html>', 503));
    at.platform.endpointSays = down();
    expect(await call()).toMatchObject({ ok: true });
    expect(at.platform.calls).toEqual(['T0']);
    await at.clock.advance(4 * minute);
    expect(await call()).toMatchObject({
      ok: false,
      maybeDone: false,
      failure: { class: 'transient', retryable: true },
    });
    expect(at.platform.calls).toEqual(['T0']);
    at.platform.endpointSays = [];
    await at.clock.advance(5_000);
    expect(await call()).toMatchObject({ ok: true });
  });
});

describe('an access token that the platform refuses', () => {
  test('is renewed once for twenty processes, and each call is sent once more', async () => {
    const at = await oauthPlatform({ leftMs: 50 * minute, rotation: 'strict' });
    at.platform.revoked.add('T0');
    const answers = await Promise.all(times(20, () => at.process().call()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20);
    expect(at.platform).toMatchObject({ renewals: 1, unstored: [] });
    expect(at.platform.calls.filter((token) => token === 'T0')).toHaveLength(20);
    expect(at.platform.calls.filter((token) => token !== 'T0')).toHaveLength(20);
  });

  test('is not renewed for a call that hears of it after another has', async () => {
    const at = await oauthPlatform({ leftMs: 50 * minute });
    at.platform.revoked.add('T0');
    at.platform.delaysMs = [0, 2 * minute];
    const { connectionId: _none, ...unstored } = at.caller;
    const { call } = at.process();
    const answers = await Promise.all([call(unstored), call(unstored)]);
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(at.platform.renewals).toBe(1);
  });

  test('right after it was issued is not what is wrong: it is not renewed again and again', async () => {
    const at = await oauthPlatform({ leftMs: 50 * minute });
    at.platform.apiSays = json({ code: 401, message: 'no developer token' }, 401);
    const { call } = at.process();
    for (let i = 0; i < 5; i += 1)
      expect(await call()).toMatchObject({ failure: { class: 'auth' } });
    expect(at.platform.renewals).toBe(1);
  });

  test('and that cannot be renewed for a moment stops nothing for good', async () => {
    const at = await oauthPlatform({ leftMs: 50 * minute });
    at.platform.revoked.add('T0');
    at.platform.endpointSays = [{ ok: false, reason: 'timeout', message: 'late' }];
    const { call } = at.process();
    expect(await call()).toMatchObject({
      ok: false,
      maybeDone: false,
      failure: { class: 'transient', retryable: true },
    });
    await at.clock.advance(5_000);
    expect(await call()).toMatchObject({ ok: true });
  });

  test('without a refresh token is refused', async () => {
    const at = await oauthPlatform({ leftMs: 50 * minute });
    at.platform.revoked.add('T0');
    const credentials = { accessToken: 'T0' };
    expect(await at.process().call({ ...at.caller, credentials })).toMatchObject({
      failure: { class: 'auth' },
    });
    expect(at.platform.renewals).toBe(0);
  });
});

describe('a refresh token that the platform refuses', () => {
  test('means connecting again, is not sent again within a minute, and stands in no message', async () => {
    const at = await oauthPlatform();
    const quoting = { error: 'invalid_grant', error_description: 'R0-is-long of client-secret' };
    at.platform.endpointSays = times(3, () => json(quoting, 400));
    const long = {
      ...at.caller,
      credentials: { ...at.caller.credentials, refreshToken: 'R0-is-long' },
    };
    const { connectionId: _none, ...unstored } = long;
    const { call } = at.process();
    const answer = await call(unstored);
    expect(answer).toMatchObject({
      failure: { class: 'auth', retryable: false, fix: expect.stringContaining('Connect') },
    });
    expect(JSON.stringify(answer)).not.toMatch(/R0-is-long|client-secret/);
    await call(unstored);
    expect(at.platform.renewals).toBe(1);
    await at.clock.advance(minute);
    await call(unstored);
    expect(at.platform.renewals).toBe(2);
    expect(at.platform.calls).toEqual([]);
  });

  test('stands in no message about a new connection either', async () => {
    const at = await oauthPlatform();
    at.platform.endpointSays = [
      json({ error: 'invalid_client', error_description: 'client-secret is wrong' }, 401),
    ];
    const refused = await at
      .process()
      .wire.exchange('c1', at.caller.credentials)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      failure: { class: 'auth', message: expect.stringContaining('… is wrong') },
    });
  });

  test('a connection that was removed meanwhile says so', async () => {
    const at = await oauthPlatform();
    const { companyId, connectionId: id = '' } = at.caller;
    await at.store.commit([{ kind: connectionKind, companyId, id, expect: 1, doc: undefined }]);
    expect(await at.process().call()).toMatchObject({
      failure: { class: 'auth', message: /was removed/ },
    });
    expect(at.platform.renewals).toBe(0);
  });
});

test('a renewed token is kept out of messages too', async () => {
  const at = await oauthPlatform();
  at.platform.apiSays = json({ code: 5, message: 'T1-of-R0 may not do that' }, 400);
  expect(await at.process().call()).toMatchObject({
    failure: { message: 'It was refused: … may not do that' },
  });
});

describe('a storage', () => {
  test('that fails for a moment loses no token', async () => {
    const at = await oauthPlatform({ rotation: 'strict' });
    let failures = 3;
    const failing: Store = {
      ...at.store,
      commit: async (writes) => {
        if (!writes.some(({ kind }) => kind.name === connectionKind.name) || failures === 0)
          return at.store.commit(writes);
        failures -= 1;
        // It may have been written, and it may not.
        if (failures === 1) await at.store.commit(writes);
        throw new Error('disk full');
      },
    };
    expect(await at.process(failing).call()).toMatchObject({ ok: true });
    expect(at.platform).toMatchObject({ renewals: 1, unstored: [] });
    expect((await at.kept()).refreshToken).toBe('R1-after-R0');
  });

  test('whose document was sealed anew meanwhile still takes what was renewed', async () => {
    const at = await oauthPlatform({ rotation: 'strict' });
    const { companyId, connectionId: id = '' } = at.caller;
    let touched = false;
    const touching: Store = {
      ...at.store,
      commit: async (writes) => {
        if (writes.some(({ kind }) => kind.name === connectionKind.name) && !touched) {
          touched = true;
          const found = await at.store.get(connectionKind, companyId, id);
          const doc = found && { ...found.doc, name: 'Renamed' };
          await at.store.commit([
            { kind: connectionKind, companyId, id, expect: found?.version ?? 0, doc },
          ]);
        }
        return at.store.commit(writes);
      },
    };
    expect(await at.process(touching).call()).toMatchObject({ ok: true });
    expect((await at.store.get(connectionKind, companyId, id))?.doc.name).toBe('Renamed');
    expect((await at.kept()).refreshToken).toBe('R1-after-R0');
  });
});

/** A store whose process stands still for two minutes before it writes a connection. */
const slowToStore = ({ store, clock }: Awaited<ReturnType<typeof oauthPlatform>>): Store => ({
  ...store,
  commit: async (writes) => {
    if (writes.some(({ kind }) => kind.name === connectionKind.name)) await clock.sleep(2 * minute);
    return store.commit(writes);
  },
});

test('a process that stood still after the answer, and lost its lease, still stores the only token that works', async () => {
  const at = await oauthPlatform({ rotation: 'strict' });
  const first = at.process(slowToStore(at)).call();
  await at.clock.sleep(1_000);
  // Another takes over, with a token that is used up by now.
  expect(await at.process().call()).toMatchObject({ failure: { class: 'auth' } });
  expect(await first).toMatchObject({ ok: true });
  expect(await at.process().call()).toMatchObject({ ok: true });
  expect(at.platform).toMatchObject({ renewals: 2, unstored: [] });
});

test('where another has renewed meanwhile, what it stored stays', async () => {
  const at = await oauthPlatform({ rotation: 'grace' });
  const first = at.process(slowToStore(at)).call();
  await at.clock.sleep(1_000);
  expect(await at.process().call()).toMatchObject({ ok: true });
  expect(await first).toMatchObject({ ok: true });
  expect((await at.kept()).refreshToken).toBe('R2-after-R0');
  expect(at.platform).toMatchObject({ renewals: 2, unstored: [] });
});

/** Processes that crash at one of their commits; others go on once they are seen to be gone. */
async function throughCrashes(rotation: Rotation, crashes: readonly Crash[]) {
  const at = await oauthPlatform({ rotation });
  for (const crash of crashes) {
    const calls = [crashing(at.store, crash), at.store].map((store) => at.process(store).call());
    await Promise.race([Promise.all(calls).catch(() => undefined), at.clock.sleep(2 * minute)]);
    await at.clock.sleep(50 * minute);
  }
  return { at, last: await at.process().call() };
}

const crash = fc.record({
  at: fc.integer({ min: 1, max: 4 }),
  when: fc.constantFrom('before' as const, 'after' as const),
});

describe('processes that crash while they renew', () => {
  test.each(['fixed', 'grace'] as const)(
    'lose nothing where a refresh token can be used again (%s)',
    async (rotation) => {
      await fc.assert(
        fc.asyncProperty(fc.array(crash, { minLength: 1, maxLength: 4 }), async (crashes) => {
          const { at, last } = await throughCrashes(rotation, crashes);
          expect(last).toMatchObject({ ok: true });
          expect(at.platform.unstored).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('where each can be used once, lose it only between the answer and the commit, and then the connection says so', async () => {
    await fc.assert(
      fc.asyncProperty(crash, async (each) => {
        const { at, last } = await throughCrashes('strict', [each]);
        // The second commit of a renewal is that of the token, after its lease.
        if (each.at === 2 && each.when === 'before')
          expect(last).toMatchObject({
            failure: { class: 'auth', fix: expect.stringContaining('Connect') },
          });
        else expect(last).toMatchObject({ ok: true });
        expect(at.platform.unstored).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
