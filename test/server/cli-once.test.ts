import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../server/cli/client.ts';
import { useCommandLine } from './cli-fixture.ts';

const { fixture, folder, slipway } = useCommandLine();

const batches = async (): Promise<number> => (await fixture().call('GET', '/v1/batches')).body.pagination.total;

test('a launch whose command was cut off is gone on with by the same command', async () => {
  const file = join(folder, 'cut.csv');
  const headers = 'Ad name,Ad account,Ad sets,Page,Profile,Media 1,Headline,Link';
  const row = 'A,act_1001,120000001001200211,120000001001700001,120000001001900001,boat.png,Hello,https://example.com';
  writeFileSync(file, `${headers}\n${row}`);
  const first = JSON.parse((await slipway('launch', file, '--json')).out);
  const before = await batches();
  // The command died when all was accepted and nothing told: it knows of nothing.
  const second = JSON.parse((await slipway('launch', file, '--watch', '--json')).out);
  expect([second.adBatchId, await batches()]).toEqual([first.adBatchId, before]);
  const renamed = await slipway('launch', file, '--name', 'Other');
  expect([renamed.code, renamed.err]).toEqual([3, expect.stringContaining('--again launches them once more')]);
});

describe('a connection that is cut before the answer', () => {
  /** Cuts so many connections, each after the service has done what was asked. */
  const clientThatLoses = (answers: number, code = 'ECONNRESET') => {
    let left = answers;
    return createClient({
      url: 'http://slipway.test',
      key: fixture().key,
      sleep: async () => undefined,
      async fetch(url, init) {
        const response = await fixture().app.request(url.replace('http://slipway.test', ''), init);
        if (left-- > 0) throw Object.assign(new Error('cut'), { code });
        return response;
      },
    });
  };
  const keys = async (): Promise<number> => (await fixture().call('GET', '/v1/keys')).body.pagination.total;

  test('is made again under the same key, so that nothing is there twice', async () => {
    const before = await keys();
    const { answer, replayed } = await clientThatLoses(2).sendOnce<{ name: string }>('/v1/keys', { name: 'Once' });
    expect([answer.name, replayed, await keys()]).toEqual(['Once', true, before + 1]);
    await clientThatLoses(0).sendOnce('/v1/keys', { name: 'Once' });
    expect(await keys()).toBe(before + 2);
  });

  test('is given up where it stays so, and where what was sent must not be sent twice', async () => {
    await expect(clientThatLoses(9).get('/v1/me')).rejects.toMatchObject({ code: 'unreachable' });
    const before = await keys();
    await expect(clientThatLoses(1).send('POST', '/v1/keys', { name: 'No' })).rejects.toMatchObject({ code: 'unreachable' });
    expect(await keys()).toBe(before + 1);
  });
});
