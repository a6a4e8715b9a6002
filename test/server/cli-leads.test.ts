import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { parseCsv } from '../../core/base/csv.ts';
import type { JobWorker } from '../../core/ports/jobs.ts';
import { adNamed, createLeadAdSet, fillInForm, heardOf, leadFile, pixel } from '../lead-path.ts';
import { useCommandLine } from './cli-fixture.ts';

const { folder, fixture, slipway } = useCommandLine();
const eur = seed.accounts.eur;
const restarted: JobWorker[] = [];
afterAll(() => Promise.all(restarted.map((each) => each.stop())));

/** A file with one ad that opens the form. */
async function launchFile(): Promise<string> {
  const ask = async (method: string, path: string, body?: object) =>
    (await fixture().call(method, path, body && { body })).body;
  const file = leadFile({
    'Ad name': 'Command line',
    'Ad account': eur,
    'Ad sets': await createLeadAdSet(ask, eur, seed.page),
    'Media 1': 'boat.png',
    'Lead form': (await ask('GET', `/v1/leads/forms?accountId=${eur}`)).data[0].id,
  });
  const path = join(folder, 'ads.csv');
  writeFileSync(path, file);
  return path;
}

test('from the file of ads to the file of leads to the file of stages to the erasure', async () => {
  const launched = await slipway('launch', await launchFile(), '--watch', '--json');
  expect([launched.code, launched.out]).toEqual([0, expect.stringContaining('Command line')]);
  const adId = await adNamed(fixture().control, 'Command line');
  const watched = await slipway('leads', '--watch', eur, '--keep', '14', '--to', pixel);
  expect([watched.code, watched.out]).toEqual([0, expect.stringContaining('kept for 14 days')]);
  const { leadIds } = await fillInForm(fixture().control, adId, { count: 2 });
  await expect
    .poll(async () => {
      await fixture().clock.sleep(61 * 60_000);
      return (await slipway('leads')).out;
    })
    .toMatch(/Newsletter .* 2/);
  const out = join(folder, 'leads.csv');
  expect((await slipway('leads', '--out', out)).code).toBe(0);
  const [headers = [], ...lines] = parseCsv(readFileSync(out, 'utf8'));
  const cell = (name: string) => lines.map((cells) => cells[headers.indexOf(name)] ?? '').sort();
  expect([cell('leadId'), cell('adId')]).toEqual([
    leadIds.map((id) => `primary:${id}`).sort(),
    [adId, adId],
  ]);
  expect(cell('email')).toEqual(['person-1@people.example', 'person-2@people.example']);
  const file = join(folder, 'stages.csv');
  writeFileSync(
    file,
    `leadId,stage,value,currency\nprimary:${leadIds[0]},sold,9.90,EUR\nprimary:404,sold,,\n`,
  );
  const sent = await slipway('leads', '--stages', file);
  expect([sent.code, sent.out]).toEqual([
    1,
    expect.stringMatching(/1 sent, 0 sent before, 1 refused[\s\S]*A3 {2}There is no such lead/),
  ]);
  await expect
    .poll(async () => {
      await fixture().clock.sleep(1_000);
      return heardOf(fixture().control, leadIds[0] ?? '');
    })
    .toEqual([['sold', 9.9, 1]]);
  const erased = await slipway('leads', '--erase', 'person-1@people.example', '--yes');
  expect([erased.code, erased.out]).toEqual([0, expect.stringContaining('1 erased')]);
  expect((await slipway('leads', '--json')).out).toContain('"total":1');
});

test('doctor says where leads are refused, as an error or as an empty list, and where they were not read for a day', async () => {
  const { clock, control, worker } = fixture();
  await slipway('leads', '--watch', eur);
  const row = async () => {
    const { out } = await slipway('doctor', '--data', join(folder, 'none'), '--json');
    const { checks } = JSON.parse(out) as { readonly checks: readonly { readonly name: string }[] };
    return checks.find(({ name }) => name === `leads ${eur}`);
  };
  /** Until the row is so, while the service reads. */
  const told = (expected: object) =>
    expect
      .poll(async () => {
        await clock.sleep(61 * 60_000);
        return row();
      })
      .toMatchObject(expected);
  const page = 'how-to/manage/leads';
  await told({ ok: true, found: expect.stringMatching(/^read at 20/) });
  await control('POST', 'faults', { fault: 'leads-refused', platform: 'meta' });
  await told({
    ok: false,
    found: expect.stringContaining('leads_retrieval'),
    fix: expect.stringContaining('90 days'),
    page,
  });
  await control('DELETE', 'faults');
  await told({ ok: true });
  await control('POST', 'faults', { fault: 'leads-withheld', platform: 'meta' });
  await control('POST', 'leads', { platform: 'meta' });
  await told({
    ok: false,
    found: expect.stringContaining('hands none over'),
    fix: expect.stringContaining('90 days'),
    page,
  });
  await control('DELETE', 'faults');
  await told({ ok: true });
  await worker.stop();
  await clock.sleep(23 * 3_600_000);
  expect(await row()).toMatchObject({ ok: true });
  await clock.sleep(2 * 3_600_000);
  expect(await row()).toMatchObject({
    ok: false,
    found: expect.stringMatching(/^not read since 20/),
    fix: expect.any(String),
  });
  expect((await slipway('doctor', '--data', join(folder, 'none'))).out).toContain(`/docs/${page}`);
  restarted.push(fixture().work());
});
