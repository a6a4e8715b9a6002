import { createMemoryStore } from 'slipway/adapters/store-memory';
import { openPostgresStore } from 'slipway/adapters/store-postgres';
import { openSqliteStore } from 'slipway/adapters/store-sqlite';
import { kind, SlipwayError } from 'slipway/core';
// Behind the doors: what runtimes might do in different ways (runtimes.test.ts bundles it).
import {
  createManualClock,
  createNodeSecrets,
  createS3Signer,
  isPublicAddress,
} from './behind.mjs';

/** Uses the built package as an embedder would, in whatever runtime this is, and prints what it saw as one line of JSON. */

const boats = kind('boat', { name: 'string', size: 'number' });
const [folder, url] = process.argv.slice(2);

async function exercise(store) {
  const write = (id, expect, doc) => ({ kind: boats, companyId: 'acme', id, expect, doc });
  await store.commit([
    write('a', 'absent', { name: 'Anna', size: 2 }),
    write('b', 'absent', { name: '😀', size: 1.5, note: '\u0000' }),
  ]);
  const conflict = await store.commit([write('c', 'absent', {}), write('a', 7, {})]);
  await store.commit([write('a', 1, { name: 'Anna', size: 3 })]);
  const { items, next } = await store.find(boats, 'acme', {
    order: { by: 'size', direction: 'desc' },
    limit: 1,
  });
  const rest = await store.find(boats, 'acme', {
    order: { by: 'size', direction: 'desc' },
    after: next,
  });
  const other = await store.get(boats, 'other', 'a');
  await store.close();
  return { conflict, found: [...items, ...rest.items], other: other ?? null };
}

async function attempt(open) {
  try {
    return await exercise(await open());
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const secrets = createNodeSecrets('a secret of this test');
const purpose = { companyId: 'acme', use: 'credentials' };
const addresses = [
  '8.8.8.8',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '10.0.0.1',
  '::ffff:a00:1',
  '::ffff:10.0.0.1',
  '64:ff9b::10.0.0.1',
];
addresses.push(
  '2002:a00:1::',
  '169.254.169.254',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  '010.0.0.1',
  '10.1',
  '::ffff:8.8.8.08',
);
const sign = createS3Signer({
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  clock: createManualClock(Date.UTC(2013, 4, 24)),
});
const object = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
const clock = createManualClock(0, { auto: true });
await clock.sleep(5000);
console.log(
  JSON.stringify({
    memory: await attempt(async () => createMemoryStore()),
    sqlite: await attempt(() => openSqliteStore({ path: `${folder}/smoke.db`, kinds: [boats] })),
    postgres: await attempt(() => openPostgresStore({ url, kinds: [boats] })),
    down: await attempt(() => openPostgresStore({ url: 'postgres://me:secret@127.0.0.1:1/none' })),
    sealed: await secrets.open(await secrets.seal('hush', purpose), purpose),
    slept: clock.now(),
    publicAddresses: addresses.filter(isPublicAddress),
    signed: (await sign({ method: 'GET', url: object, headers: { Range: 'bytes=0-9' } })).get(
      'authorization',
    ),
  }),
);
