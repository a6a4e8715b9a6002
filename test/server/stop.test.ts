import { afterEach, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { useCommandLine } from './cli-fixture.ts';
import { type Called, failOnDrift } from './harness.ts';
import { call as callTool, connectOver } from './mcp-client.ts';

failOnDrift();

const { fixture, slipway } = useCommandLine();
afterEach(() => fixture().call('DELETE', '/v1/sandbox/faults'));

const { eur } = seed.accounts;
const [first = '', second = '', third = ''] = seed.emptyAdSets(eur, 'traffic');

type Body = Called['body'];
interface Key {
  readonly id: string;
  readonly key: string;
}

const post = (path: string, body: object, key?: string) =>
  fixture().call('POST', path, { body, ...(key !== undefined && { key }) });
const stop = async (body: object, key?: string): Promise<Body> =>
  (await post('/v1/changes/stop', body, key)).body;

async function switched(newStatus: 'ACTIVE' | 'PAUSED', ids: readonly string[], key?: string) {
  const body = { businessId: eur, entityType: 'adset', entityIds: ids, newStatus };
  const answer = await post('/v1/manage/update-status', body, key);
  expect([answer.status, answer.body.failCount]).toEqual([200, 0]);
}

async function newKey(name: string, scopes: readonly string[] = ['manage', 'launch']) {
  const { status, body } = await post('/v1/keys', { name, scopes });
  expect(status).toBe(201);
  return body as Key;
}

async function statuses(ids: readonly string[]): Promise<readonly string[]> {
  const path = `/v1/objects?adAccountId=${eur}&level=adset&limit=200`;
  const { body } = await fixture().call('GET', path);
  const found = new Map<string, string>(
    body.data.map((row: Body): [string, string] => [row.id, row.values.status]),
  );
  return ids.map((id) => found.get(id) ?? 'missing');
}

/** A key that has switched ad sets on which were off. */
async function starter(name: string, ids: readonly string[]): Promise<Key> {
  const key = await newKey(name);
  await switched('PAUSED', ids);
  await switched('ACTIVE', ids, key.key);
  return key;
}

const outcomes = ({ results }: Body) =>
  results.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome]);

describe('over REST', () => {
  test('pauses what one key started and nothing else, shows it before, and is taken back', async () => {
    const bot = await starter('bot', [first, second]);
    const other = await starter('other', [third]);

    const plan = await stop({ by: bot.id, dryRun: true });
    expect(plan).toMatchObject({ success: true, dryRun: true, status: 'planned', left: 0 });
    expect(plan.changeId).toBeUndefined();
    expect(plan.results.map(({ does }: Body) => does)).toEqual([
      ['Pause ad set “Traffic open 1”'],
      ['Pause ad set “Traffic open 2”'],
    ]);
    expect(await statuses([first, second, third])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

    const stopped = await stop({ by: bot.id });
    expect(stopped).toMatchObject({ status: 'done', dryRun: false, unreached: [], batches: [] });
    expect(outcomes(stopped)).toEqual([
      [first, 'done'],
      [second, 'done'],
    ]);
    expect(await statuses([first, second, third])).toEqual(['PAUSED', 'PAUSED', 'ACTIVE']);
    const { body: audit } = await fixture().call('GET', '/v1/audit?limit=50');
    expect(audit.data.map(({ action }: Body) => action)).toContain('changes.stop');

    // A second call finds them paused.
    expect(await stop({ by: bot.id })).toMatchObject({ status: 'done', results: [], counts: {} });

    const undone = await post(`/v1/changes/${stopped.changeId}/undo`, {});
    expect(undone.body.status).toBe('done');
    expect(await statuses([first, second, third])).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);

    // A key stops what is its own unless another is named.
    expect(outcomes(await stop({}, other.key))).toEqual([[third, 'done']]);
  });

  test('sent again under its key it is carried out once', async () => {
    const bot = await starter('twice', [first]);
    const headers = { 'idempotency-key': 'stop-once' };
    const ask = () => fixture().call('POST', '/v1/changes/stop', { body: { by: bot.id }, headers });
    const { body } = await ask();
    await switched('ACTIVE', [first]);
    expect((await ask()).body).toMatchObject({ changeId: body.changeId, status: 'done' });
    expect(await statuses([first])).toEqual(['ACTIVE']);
  });

  test('an object that the platform does not pause is named with the reason, the others are paused', async () => {
    const bot = await starter('refused', [first, second]);
    await fixture().control('POST', 'faults', {
      fault: 'error',
      code: 200,
      method: 'POST',
      platform: 'meta',
      path: `*/${first}`,
      times: 10,
    });
    const stopped = await stop({ by: bot.id });
    expect(stopped.status).toBe('partly');
    expect(outcomes(stopped)).toEqual([
      [first, 'refused'],
      [second, 'done'],
    ]);
    expect(stopped.results[0].reason).toMatch(/permission/i);
    expect(await statuses([first, second])).toEqual(['ACTIVE', 'PAUSED']);
  });

  test('an object that cannot be read is told as what may go on', async () => {
    const bot = await starter('away', [first]);
    await fixture().control('POST', 'faults', { fault: 'error', code: 190, platform: 'meta' });
    const stopped = await stop({ by: bot.id });
    expect([stopped.status, outcomes(stopped)]).toEqual(['failed', [[first, 'refused']]]);
    expect(stopped.results[0].reason).toContain('access token is no longer valid');
  });

  test('a name that the audit does not know is refused with those that it knows', async () => {
    const bot = await starter('known', [first]);
    const { status, body } = await post('/v1/changes/stop', { by: 'key_none' });
    expect([status, body.error.details[0].code]).toEqual([404, 'unknown_starter']);
    expect(body.error.message).toContain(bot.id);
    await newKey('idle');
    const later = new Date(fixture().clock.now() + 60_000).toISOString();
    expect(await stop({ by: bot.id, since: later })).toMatchObject({ status: 'done', results: [] });
  });

  test('what a launch made is paused, and a launch under way sends nothing more', async () => {
    const launcher = await newKey('launcher');
    const { url } = await fixture().uploadAs('boat.png', await png(600, 600));
    const { page, secondary } = (await fixture().call('GET', `/v1/profiles?accountId=${eur}`)).body
      .data[0];
    const ad = {
      adName: 'Boat',
      adAccountId: eur,
      page,
      secondary,
      link: 'https://example.com',
      adSets: [third],
      media: [{ url }],
      launchPaused: false,
    };
    const launched = await post('/v1/launch', { ads: [ad] }, launcher.key);
    expect([launched.status, launched.body.error]).toEqual([202, undefined]);
    const { adBatchId } = launched.body;
    let batch: Body;
    do {
      batch = (await fixture().call('GET', `/v1/batch-status/${adBatchId}`)).body;
      if (batch.status === 'processing') await fixture().clock.sleep(200);
    } while (batch.status === 'processing');
    const [{ adId }] = batch.launchedAds;
    expect(outcomes(await stop({ by: launcher.id }))).toEqual([[adId, 'done']]);

    await fixture().worker.stop();
    const waiting = await post('/v1/launch', { ads: [{ ...ad, adName: 'Later' }] }, launcher.key);
    const id = waiting.body.adBatchId;
    expect((await stop({ by: launcher.id, dryRun: true })).batches).toEqual([
      { batchId: id, outcome: 'under_way' },
    ]);
    expect((await stop({ by: launcher.id })).batches).toEqual([
      { batchId: id, outcome: 'cancelled' },
    ]);
    const worker = fixture().work();
    do {
      batch = (await fixture().call('GET', `/v1/batch-status/${id}`)).body;
      if (batch.status === 'processing') await fixture().clock.sleep(200);
    } while (batch.status === 'processing');
    expect([batch.rawStatus, batch.launchedAds]).toEqual(['Cancelled', []]);
    await worker.stop();
  });

  test('what a program planned and a person carried out is found under both', async () => {
    const planner = await newKey('planner', ['read', 'plan']);
    await switched('PAUSED', [second]);
    const request = {
      operations: [
        {
          operation: 'changes.apply',
          input: {
            changes: [{ level: 'adset', adAccountId: eur, id: second, set: { status: 'ACTIVE' } }],
          },
        },
      ],
    };
    const { body: plan } = await post('/v1/approvals', request, planner.key);
    await post(`/v1/approvals/${plan.digest}`, { decision: 'approve' });
    const { body: applied } = await post(`/v1/approvals/${plan.digest}/apply`, {});
    expect(applied.status).toBe('applied');
    expect(outcomes(await stop({ by: planner.id }))).toEqual([[second, 'done']]);
  });
});

describe('on the command line', () => {
  test('it shows what it would pause, wants a yes, pauses, and is taken back', async () => {
    const bot = await starter('of the command line', [first]);
    const shown = await slipway('stop', bot.id, '--dry-run');
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('Pause ad set') });
    expect(await statuses([first])).toEqual(['ACTIVE']);
    expect((await slipway('stop', bot.id)).err).toContain('Give --yes to do it, or --dry-run');

    const stopped = await slipway('stop', bot.id, '--yes');
    expect(stopped.code).toBe(0);
    expect(stopped.out).toContain('1 object paused.');
    expect(await statuses([first])).toEqual(['PAUSED']);
    const [, undo = ''] = /Undo: slipway undo (chg_\S+)/.exec(stopped.out) ?? [];
    expect((await slipway('stop', bot.id, '--yes')).out).toContain(
      'Nothing that was started is on.',
    );
    expect((await slipway('undo', undo, '--yes')).code).toBe(0);
    expect(await statuses([first])).toEqual(['ACTIVE']);
  });

  test('it ends with a failure where something goes on', async () => {
    const bot = await starter('that goes on', [first]);
    await fixture().control('POST', 'faults', {
      fault: 'error',
      code: 200,
      method: 'POST',
      platform: 'meta',
      times: 10,
    });
    const stopped = await slipway('stop', bot.id, '--yes');
    expect(stopped.code).not.toBe(0);
    expect(stopped.out).toContain('0 objects paused.');
    expect(stopped.out).toContain('“Traffic open 1”: refused.');
  });
});

describe('by a model', () => {
  const connect = (key: string) =>
    connectOver(async (url, init) => fixture().app.request(url, init), key);

  test('what it started itself is paused at once, what others started becomes a plan', async () => {
    const model = await starter('model', [first]);
    const other = await starter('of another', [second]);
    const client = await connect(model.key);
    expect(await callTool(client, 'stop', { dryRun: true })).toMatchObject({
      status: 'planned',
      total: 1,
    });
    const stopped = await callTool(client, 'stop');
    expect(stopped).toMatchObject({ status: 'done', total: 1, isError: false });
    expect(await statuses([first, second])).toEqual(['PAUSED', 'ACTIVE']);

    const planned = await callTool(client, 'stop', { by: other.id });
    expect(planned).toMatchObject({ status: 'awaiting_approval', startsDelivering: false });
    expect(await statuses([second])).toEqual(['ACTIVE']);
    await post(`/v1/approvals/${planned.planDigest}`, { decision: 'approve' });
    expect((await post(`/v1/approvals/${planned.planDigest}/apply`, {})).body.status).toBe(
      'applied',
    );
    expect(await statuses([second])).toEqual(['PAUSED']);
  });
});

describe('without a connection', () => {
  test('the account is told as not reached, with how many objects may go on there', async () => {
    const bot = await starter('lost', [first, second]);
    const { body } = await fixture().call('GET', '/v1/connections?limit=50');
    const { id } = body.data.find(({ platform }: Body) => platform === 'primary');
    await fixture().call('DELETE', `/v1/connections/${id}`);
    const stopped = await stop({ by: bot.id });
    expect(stopped).toMatchObject({ status: 'failed', results: [] });
    expect(stopped.unreached).toMatchObject([{ adAccountId: eur, objects: 2 }]);
    const told = await slipway('stop', bot.id, '--dry-run');
    expect([told.code === 0, told.out]).toEqual([
      false,
      expect.stringContaining(`2 objects of ${eur} may go on`),
    ]);
  });
});
