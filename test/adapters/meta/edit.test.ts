import { expect, test } from 'vitest';
import { adId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import type { Held } from '../../../adapters/testing/sandbox-control.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

function editing(at: MetaAtSandbox) {
  if (at.platform.edit === undefined) throw new Error('things can be edited here');
  return at.platform.edit;
}

/** Looked up without the adapter. */
async function stored(at: MetaAtSandbox, kind: string, id: string): Promise<Held> {
  const found = (await at.held(kind)).find((each) => each.id === id);
  if (found === undefined) throw new Error(`the platform holds no ${id}`);
  return found;
}

test('a hundred changes of status take two requests', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  const results = await editing(at).setStatus(
    at.access,
    Array.from({ length: 100 }, () => ({ id, status: 'PAUSED' }) as const),
  );
  expect(results.every(({ failure }) => failure === undefined)).toBe(true);
  expect(await at.counts()).toEqual({ calls: 100, requests: 2 });
  expect(await stored(at, 'ads', id)).toMatchObject({ status: 'PAUSED' });
});

test('changes survive stumbles, because repeating them does no harm', async () => {
  const at = await metaAtSandbox();
  const id = adId(at.access.adAccountId, 'traffic', 1);
  await at.fault({ fault: 'failed-but-created', path: `/${id}`, times: 2 });
  expect(await editing(at).setStatus(at.access, [{ id, status: 'PAUSED' }])).toEqual([{ id }]);
});
