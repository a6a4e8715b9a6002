import { afterEach, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { useCommandLine } from './cli-fixture.ts';

const { slipway, fixture } = useCommandLine();

const eur = seed.accounts.eur;
const [first, second] = [seed.ad(eur, 'leads', 1), seed.ad(eur, 'leads', 2)];

afterEach(() => fixture().control('DELETE', 'faults'));

async function planned(...entityIds: string[]): Promise<string> {
  const input = { businessId: eur, entityType: 'ad', entityIds, newStatus: 'PAUSED' };
  const { body } = await fixture().call('POST', '/v1/approvals', {
    body: { operations: [{ operation: 'manage.updateStatus', input }] },
  });
  return body.digest;
}

test('a plan that is not wholly done says so for each object, ends with 1, and its rest is tried again', async () => {
  const digest = await planned(first, second);
  await fixture().control('POST', 'faults', {
    fault: 'error',
    code: 200,
    method: 'POST',
    path: `*/${first}`,
    times: 1,
  });
  const applied = await slipway('approve', digest, '--apply', '--yes');
  expect(applied.code).toBe(1);
  expect(applied.out).toContain(`Pause ad “leads ad 1” (${first}): refused. `);
  expect(applied.out).toContain(`Pause ad “leads ad 2” (${second}): done.`);
  expect(applied.out).toContain('It was carried out in part: 1 of 2 done, 1 refused.');
  expect((await slipway('approve', digest)).code).toBe(1);

  const again = await slipway('approve', digest, '--retry', '--yes');
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining('It was carried out: 2 of 2 done.'),
  ]);
  const [, undoId = ''] = /Undo: slipway undo (upd_\S+)/.exec(again.out) ?? [];
  const back = await slipway('undo', undoId, '--yes');
  expect([back.code, back.out]).toEqual([
    0,
    expect.stringMatching(/leads ad 1 .*status PAUSED → ACTIVE/),
  ]);
});

test('what was carried out cannot be declined, and nobody is told otherwise', async () => {
  const digest = await planned(second);
  expect((await slipway('approve', digest, '--apply', '--yes')).code).toBe(0);
  const declined = await slipway('approve', digest, '--decline', '--yes');
  expect(declined.code).toBe(3);
  expect(declined.err).toContain('This plan was carried out.');
});

test('a plan about an ad that is not there names the nearest', async () => {
  const input = {
    businessId: eur,
    entityType: 'ad',
    entityIds: [`${first.slice(0, -1)}7`],
    newStatus: 'PAUSED',
  };
  const operations = [{ operation: 'manage.updateStatus', input }];
  const { code, err } = await slipway(
    'call',
    'approvals.request',
    '--json',
    JSON.stringify({ operations }),
  );
  expect([code, err]).toEqual([3, expect.stringContaining('leads ad 1')]);
});
