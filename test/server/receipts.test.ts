import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, serveHttp } from '../../adapters/runtime/serve-http.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { grantKind } from '../../core/access/client-grants.ts';
import { sealRequest } from '../../core/features/grants/requests.ts';
import { redeemCode } from '../../core/features/grants/tokens.ts';
import { canonicalJson } from '../../core/records/canonical-json.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', adSet = ''] = seed.emptyAdSets(eur, 'traffic');

let fixture: ServiceFixture;
let listener: HttpServer;
beforeAll(async () => {
  fixture = await startServiceFixture();
  const answer = (request: Request) => fixture.app.fetch(request);
  listener = await serveHttp({ host: '127.0.0.1', port: 0, silenceSeconds: 60, answer });
});
afterAll(async () => {
  await fixture.worker.stop();
  await listener.stop(true);
});

async function slipway(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const env = { SLIPWAY_URL: `http://127.0.0.1:${listener.port}`, SLIPWAY_KEY: fixture.key };
  const code = await runCommandLine(
    args,
    env,
    { write: (text) => (out += text) },
    { write: (text) => (err += text) },
  );
  return { code, out, err };
}
const post = async (path: string, body: object = {}) =>
  (await fixture.call('POST', path, { body })).body;
const kept = async (name: string, text: string): Promise<string> => {
  const file = join(fixture.folder, name);
  await writeFile(file, text);
  return file;
};

/**
 * As docs/reference/receipts.md says it is made: another summary, a new chain, signed with a key of
 * one's own.
 */
function madeUp(receipt: {
  readonly entries: readonly { what: string; data: object }[];
  readonly [member: string]: unknown;
}) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  let previous = '0'.repeat(64);
  const entries = receipt.entries.map(({ what, data }) => {
    const other = what === 'planned' ? { ...data, summary: ['Made up'] } : data;
    const hash = createHash('sha256')
      .update(canonicalJson({ previous, what, data: other }))
      .digest('hex');
    const entry = { what, data: other, previous, hash };
    previous = hash;
    return entry;
  });
  const { format, issuer, issuedAt } = receipt;
  const head = { format, issuer, issuedAt, head: previous };
  const signature = sign(null, Buffer.from(canonicalJson(head)), privateKey).toString('base64url');
  return JSON.stringify({
    ...head,
    entries,
    publicKey: publicKey.export({ format: 'jwk' }).x,
    signature,
  });
}

/** A batch that a plan launched, once it has ended. */
async function launched(): Promise<number> {
  const { url } = await fixture.uploadAs('receipt.png', await png());
  const ad = {
    adName: 'Receipt',
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
  };
  const { digest } = await post('/v1/approvals', {
    operations: [{ operation: 'launch', input: { ads: [{ ...ad, adSets: [empty] }] } }],
  });
  await post(`/v1/approvals/${digest}`, { decision: 'approve' });
  const id = (await post(`/v1/approvals/${digest}/apply`)).results[0].answer.adBatchId;
  while ((await fixture.call('GET', `/v1/batch-status/${id}`)).body.status === 'processing')
    await fixture.clock.sleep(100);
  return id;
}

test('a receipt tells what was approved, what was done and what the platform says, and is verified without the service', async () => {
  const id = await launched();
  const printed = await slipway('receipt', String(id));
  expect([printed.code, printed.err]).toEqual([0, '']);
  const receipt = JSON.parse(printed.out);
  const data = Object.fromEntries(
    receipt.entries.map((entry: { what: string; data: object }) => [entry.what, entry.data]),
  );
  expect(Object.keys(data)).toEqual([
    'about',
    'planned',
    'decided',
    'applied',
    'batch',
    'platform',
  ]);
  expect(data.planned.summary[0]).toMatch(/^Launch 1 ad, paused; /);
  const { adId } = data.batch.ads[0];
  expect(data.platform.objects).toContainEqual(
    expect.objectContaining({ id: adId, name: 'Receipt', status: 'PAUSED' }),
  );
  // No service answers here: the file is all there is.
  const alone = async (text: string, ...flags: string[]) => {
    let out = '';
    const file = await kept('r.json', text);
    const code = await runCommandLine(
      ['verify', file, ...flags],
      {},
      { write: (each) => (out += each) },
      { write: () => true },
    );
    return [code, out] as const;
  };
  const { publicKey } = (await fixture.call('GET', '/v1/receipt-key', { key: null })).body;
  expect(await alone(printed.out, '--key', publicKey)).toEqual([
    0,
    expect.stringContaining('Valid: 6 entries'),
  ]);
  // Anybody can sign what they made up, with a key of their own.
  const [code, words] = await alone(printed.out);
  expect([code, words]).toEqual([2, expect.stringContaining('The key is not vouched for')]);
  expect(words).not.toContain('Valid');
  const made = madeUp(receipt);
  expect((await alone(made))[0]).toBe(2);
  expect(await alone(made, '--key', publicKey)).toEqual([
    1,
    expect.stringContaining('another installation'),
  ]);
  expect((await alone(printed.out, '--key', 'another'))[1]).toContain('another installation');
  const forged = (change: (copy: typeof receipt) => void): string => {
    const copy = structuredClone(receipt);
    change(copy);
    return JSON.stringify(copy);
  };
  for (const [change, why] of [
    [
      (copy: typeof receipt) => (copy.entries[1].data.summary = ['Nothing']),
      'Entry 2 (planned) was changed',
    ],
    [(copy: typeof receipt) => copy.entries.pop(), 'The last entries are missing'],
    [(copy: typeof receipt) => copy.entries.splice(2, 1), 'Entry 3'],
    [(copy: typeof receipt) => (copy.issuer = 'https://other.example'), 'The signature is wrong'],
    [(copy: typeof receipt) => (copy.format = 'x'), 'This is no receipt'],
    [(copy: typeof receipt) => (copy.approvedBy = 'CEO'), 'members that no receipt has'],
    [(copy: typeof receipt) => (copy.entries[0].note = 'x'), 'members that no receipt has'],
  ] as const) {
    const [exit, out] = await alone(forged(change), '--key', publicKey);
    expect([exit === 0, out]).toEqual([false, expect.stringContaining(why)]);
  }
});

test('a change that was approved has one too, by the digest of its plan', async () => {
  const input = { businessId: eur, entityType: 'adset', entityId: adSet, name: 'With a receipt' };
  const { digest } = await post('/v1/approvals', {
    operations: [{ operation: 'manage.rename', input }],
  });
  await post(`/v1/approvals/${digest}`, { decision: 'approve' });
  await post(`/v1/approvals/${digest}/apply`);
  const { entries } = (await fixture.call('GET', `/v1/receipts/${digest}`)).body;
  expect(entries.at(-1).data.objects).toEqual([
    expect.objectContaining({ id: adSet, type: 'adset', name: 'With a receipt' }),
  ]);
});

test('programs are listed and ended by the command line', async () => {
  expect((await slipway('grants')).out).toContain('No program is connected.');
  const { ports, companyId } = fixture;
  const client = {
    name: 'Claude',
    host: 'claude.ai',
    redirectUri: 'https://claude.ai/cb',
    digest: await ports.secrets.sha256('c'),
  };
  const challenge = await ports.secrets.sha256('v');
  const request = await sealRequest(ports, {
    client,
    state: undefined,
    scope: 'plan',
    challenge,
    resource: 'https://slipway.test/mcp',
  });
  const { redirect } = await post('/v1/grants', { request, decision: 'allow' });
  const code = new URL(redirect).searchParams.get('code') ?? '';
  await redeemCode(ports, code, { clientId: 'c', redirectUri: client.redirectUri, verifier: 'v' });
  const [grant] = JSON.parse((await slipway('grants', '--json')).out).data;
  expect(grant).toMatchObject({ client: 'Claude', host: 'claude.ai', may: ['read', 'plan'] });
  expect((await slipway('grants', '--everyone')).out).toContain('claude.ai');
  expect((await slipway('grants', 'end', grant.id)).out).toContain('is ended');
  expect(await ports.store.count(grantKind, companyId)).toBe(0);
  expect((await slipway('grants', 'end', grant.id)).code).toBe(3);
});

test('there is none of what is not there', async () => {
  expect((await fixture.call('GET', `/v1/receipts/${'0'.repeat(32)}`)).status).toBe(404);
  expect((await fixture.call('GET', '/v1/receipts/99999')).status).toBe(404);
  expect((await slipway('verify', join(fixture.folder, 'none.json'))).err).toContain(
    'cannot be read',
  );
});
