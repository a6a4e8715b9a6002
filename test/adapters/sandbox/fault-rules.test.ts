import { expect, test } from 'vitest';
import { type Client, createClient, eur, form, type Reply, untilAsleep } from './client.ts';

const label = (client: Client, name: string, account = eur): Promise<Reply> =>
  client.post(`/${account}/adlabels`, { name });
const statuses = async (client: Client, count: number): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let index = 0; index < count; index++) found.push((await label(client, `l${index}`)).status);
  return found;
};

test('a fault stays until it is removed, fires once with nth, and as often as times says', async () => {
  const client = createClient();
  await client.fault({ fault: 'unknown-error', path: '*/adlabels' });
  expect(await statuses(client, 3)).toEqual([500, 500, 500]);
  await client.control('DELETE', 'faults');
  await client.fault({ fault: 'unknown-error', path: '*/adlabels', nth: 2 });
  expect(await statuses(client, 4)).toEqual([200, 500, 200, 200]);
  await client.control('DELETE', 'faults');
  await client.fault({ fault: 'unknown-error', path: '*/adlabels', nth: 2, times: 2 });
  expect(await statuses(client, 4)).toEqual([200, 500, 500, 200]);
});

test('a fault is addressed by method, path and account', async () => {
  const client = createClient();
  await client.fault({ fault: 'unknown-error', method: 'POST', path: `/${eur}/adlabels` });
  expect((await client.get(`/${eur}/adlabels`)).status).toBe(200);
  expect((await label(client, 'x', 'act_1002')).status).toBe(200);
  expect((await label(client, 'x')).status).toBe(500);
  await client.control('DELETE', 'faults');
  await client.fault({ fault: 'unknown-error', account: '1002' });
  expect((await label(client, 'x')).status).toBe(200);
  expect((await label(client, 'x', 'act_1002')).status).toBe(500);
});

test.each([
  'adlabels',
  `/v25.0/${eur}/adlabels`,
  `/meta/v25.0/${eur}/adlabels`,
  `/meta/*/adlabels`,
  `${eur}/adlabels/`,
])('the path %s is understood', async (path) => {
  const client = createClient();
  await client.fault({ fault: 'unknown-error', path });
  expect([(await label(client, 'x')).status, (await client.get(`/${eur}`)).status]).toEqual([
    500, 200,
  ]);
});

test('objects belong to their account for faults too', async () => {
  const client = createClient();
  const { body } = await label(client, 'x', 'act_1002');
  await client.fault({ fault: 'unknown-error', account: 'act_1002' });
  expect((await client.get(`/${body.id}`)).status).toBe(500);
});

test('dice fall the same way for the same seed and another way for another', async () => {
  const run = async (seed: number): Promise<string> => {
    const client = createClient();
    await client.fault({ fault: 'unknown-error', path: '*/adlabels', probability: 0.2, seed });
    return (await statuses(client, 40)).join();
  };
  const first = await run(1);
  expect(await run(1)).toBe(first);
  expect(await run(2)).not.toBe(first);
  const hits = first.split(',').filter((status) => status === '500').length;
  expect(hits).toBeGreaterThan(1);
  expect(hits).toBeLessThan(17);
});

test('several faults hit one call together', async () => {
  const client = createClient();
  await client.fault({ fault: 'slow-but-done', path: '*/adlabels', ms: 1000, times: 1 });
  await client.fault({ fault: 'failed-but-created', path: '*/adlabels', times: 1 });
  const reply = label(client, 'x');
  await untilAsleep(client);
  await client.clock.advance(1000);
  expect((await reply).body.error.code).toBe(2);
  expect((await client.get(`/${eur}/adlabels?fields=name`)).body.data).toHaveLength(1);
});

test('in a batch a refusal hits its entry, a lost answer the whole request though everything was done', async () => {
  const client = createClient();
  const entries = ['a', 'b', 'c'].map((name) => ({
    method: 'POST',
    relative_url: `${eur}/adlabels`,
    body: form({ name }),
  }));
  await client.fault({ fault: 'unknown-error', path: '*/adlabels', nth: 2 });
  expect((await client.batch(entries)).body.map(({ code }: { code: number }) => code)).toEqual([
    200, 500, 200,
  ]);
  await client.control('DELETE', 'faults');
  await client.fault({ fault: 'answer-lost', path: '*/adlabels', nth: 2 });
  await expect(
    client.batch(
      entries.map((entry, index) => ({ ...entry, body: form({ name: `again ${index}` }) })),
    ),
  ).rejects.toThrow('cut');
  expect((await client.get(`/${eur}/adlabels?fields=name`)).body.data).toHaveLength(5);
});

test('a request with many calls is hit as a whole under the path /batch', async () => {
  const client = createClient();
  const entries = [{ method: 'POST', relative_url: `${eur}/adlabels`, body: 'name=x' }];
  await client.fault({ fault: 'connection-cut', path: '/batch', times: 1 });
  await expect(client.batch(entries)).rejects.toThrow('cut');
  expect((await client.get(`/${eur}/adlabels`)).body.data).toEqual([]);
  await client.fault({ fault: 'failed-but-created', path: '/batch', times: 1 });
  expect((await client.batch(entries)).body.error.code).toBe(2);
  expect((await client.get(`/${eur}/adlabels`)).body.data).toHaveLength(1);
});

test('an unknown fault is refused with the names of those there are', async () => {
  const client = createClient();
  const { status, body } = await client.control('POST', 'faults', { fault: 'earthquake' });
  expect(status).toBe(400);
  expect(body.error).toContain('earthquake');
  expect(body.faults).toContain('answer-lost');
});

test('active faults tell how often they were met and fired', async () => {
  const client = createClient();
  await client.fault({ fault: 'unknown-error', path: '*/adlabels', nth: 2 });
  await statuses(client, 3);
  expect((await client.control('GET', 'faults')).body.active).toEqual([
    { platform: 'meta', fault: 'unknown-error', path: '*/adlabels', nth: 2, seen: 3, fired: 1 },
  ]);
});
