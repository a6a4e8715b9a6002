import { expect, test } from 'vitest';
import { runBatch } from '../../../core/launch/run/run.ts';
import type { BatchStatus } from '../../../core/launch/show/status.ts';
import { type LogFields, silent } from '../../../core/ports/log.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { COMPANY } from '../../test-service.ts';
import { createStandInFixture, several } from './stand-in-fixture.ts';

test('a batch says which account it waits for, since when and why, and that it goes on by itself', async () => {
  const seen: Promise<BatchStatus>[] = [];
  let tries = 0;
  const { launch, run, status } = await createStandInFixture({
    mood(operation) {
      if (operation.kind !== 'creative' || operation.ad.adAccountId !== 'act_1') return 'ok';
      tries += 1;
      seen.push(status(1));
      return tries < 4 ? 'transient' : 'ok';
    },
  });
  const id = await launch({ ads: [...several(1), ...several(1, { adAccountId: 'act_2' })] });
  await run(id);
  const [before, first, second] = await Promise.all(seen);
  expect(before?.waitingFor).toBeUndefined();
  const wait = {
    platform: 'primary',
    adAccountId: 'act_1',
    code: 'platform_transient',
    message: 'The platform said transient.',
  };
  expect(first?.waitingFor).toEqual([
    { ...wait, since: expect.any(String), tries: 1, nextTryAt: expect.any(String) },
  ]);
  expect(second?.waitingFor?.[0]?.tries).toBe(2);
  // It has waited for the same all the time.
  expect(second?.waitingFor?.[0]?.since).toBe(first?.waitingFor?.[0]?.since);
  expect(first?.message).toContain(
    'It waits for primary (act_1): The platform said transient. It goes on by itself.',
  );
  const done = await status(id);
  expect([done.status, done.waitingFor, done.message]).toEqual([
    'success',
    undefined,
    'All 2 ads launched.',
  ]);
});

test('a refusal that never passes says after the last try that it is over, not that it is tried again', async () => {
  const { launch, run, status } = await createStandInFixture({
    mood: ({ kind }) => (kind === 'creative' ? 'transient' : 'ok'),
  });
  const id = await launch({ ads: several(1) });
  await run(id);
  const [failed] = (await status(id)).failedAds;
  expect(failed).toMatchObject({
    attempts: 8,
    fix: expect.stringContaining('It failed 8 times in a row. Retry it later'),
  });
});

test('ads are counted with the code that their status says, those that were never tried too', async () => {
  const told: LogFields[] = [];
  const log = {
    ...silent,
    debug: (event: string, fields: LogFields = {}) => event === 'launch.ad' && told.push(fields),
  };
  const { launch, status, ports } = await createStandInFixture({
    mood: ({ kind }) => (kind === 'creative' ? 'auth' : 'ok'),
  });
  const id = await launch({ ads: several(60) });
  const holder = createHolder(ports.clock, 'test');
  await runBatch(
    { ...ports, log: { ...log, debug: (...line) => void log.debug(...line) } },
    COMPANY,
    String(id),
    { holder },
  );
  const { failedAds } = await status(id);
  expect(told.map(({ outcome, code }) => [outcome, code])).toEqual(
    failedAds.map(({ code }) => ['failed', code]),
  );
  expect(new Set(told.map(({ code }) => code))).toEqual(new Set(['token_expired']));
  expect(told).toHaveLength(60);
});
