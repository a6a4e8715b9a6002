import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSandboxInside } from '../../../adapters/sandbox/in-process.ts';
import { openSharedSandbox } from '../../../adapters/sandbox/shared.ts';
import { awaitSandbox, type PlacedSandbox } from '../../../adapters/simulated/elsewhere.ts';

const file = (): string => join(mkdtempSync(join(tmpdir(), 'slipway-shared-')), 'sandbox.jsonl');

const ask = async (sandbox: PlacedSandbox, method: string, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' };
  const request = new Request(`${sandbox.url}/_sandbox/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await (await sandbox.fetch(request)).json()) as {
    readonly token: string;
    readonly objects: { readonly [kind: string]: number };
  };
};

describe('a sandbox inside the process', () => {
  test('is one for all who open its file there, until the last of them closes it', async () => {
    const place = file();
    const [one, two] = await Promise.all([openSandboxInside(place), openSandboxInside(place)]);
    await ask(one, 'POST', 'companies', { name: 'Guests' });
    const before = await ask(one, 'GET', 'state');
    one.close();
    one.close();
    expect((await ask(two, 'GET', 'state')).objects).toEqual(before.objects);
    two.close();
    const again = await openSandboxInside(place);
    expect((await ask(again, 'GET', 'state')).objects).toEqual(before.objects);
    again.close();
  });

  test('is the one on a port where a service on the same folder runs it', async () => {
    const place = file();
    const service = await openSharedSandbox(place);
    const embedded = await openSharedSandbox(place, openSandboxInside);
    await ask(embedded, 'POST', 'companies', { name: 'Guests' });
    expect((await ask(service, 'GET', 'state')).objects).toEqual(
      (await ask(embedded, 'GET', 'state')).objects,
    );
    expect(embedded.url).toBe(service.url);
    service.close();
  });
});

test('an address where no sandbox answers is told with what to do', async () => {
  await expect(awaitSandbox('http://127.0.0.1:9', 0)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('slipway sandbox'),
  });
});
