import { describe, expect, test } from 'vitest';
import { parseRequest } from '../../../core/base/schema/parse.ts';
import { features } from '../../../core/features/registry.ts';
import { deliverSavedReport } from '../../../core/features/saved-reports/deliver.ts';
import { daysOf, nextRun } from '../../../core/features/saved-reports/records.ts';
import {
  runSavedReport,
  savedReports,
} from '../../../core/features/saved-reports/saved-reports.ts';
import { newSavedReport, savedReportChanges } from '../../../core/features/saved-reports/schema.ts';
import { deliveryKind } from '../../../core/features/webhooks/records.ts';
import { createWebhook } from '../../../core/features/webhooks/webhooks.ts';
import { eventsOf } from '../../../core/operations/feature.ts';
import { allOf } from '../../../core/records/list.ts';
import { company, createWorld, type FakeWorld, failure, fakeRow } from './world.ts';

const events = Object.keys(eventsOf(features));

const caller = { companyId: company, keyId: 'key_1' };
const now = Date.parse('2026-11-15T06:00:00Z');
const world = () =>
  createWorld(
    [
      {
        id: 'act_1',
        rows: [
          fakeRow({ day: '2026-11-10', spend: 5 }),
          fakeRow({ day: '2026-11-14', adId: 'a2', spend: 7 }),
        ],
      },
    ],
    { now },
  );
const save = ({ ports }: FakeWorld, body: object) =>
  savedReports.create(ports, caller, parseRequest(newSavedReport, body));
const weekly = { name: 'Weekly', query: { accountIds: 'act_1', groupBy: 'day', metrics: 'spend' } };
const delivered = async ({ ports }: FakeWorld) =>
  (await allOf(ports.store, deliveryKind, company)).map(({ doc }) => ({
    ...doc,
    data: doc.data as { [field: string]: unknown },
  }));

test('a report is saved, listed, changed, run and deleted', async () => {
  const each = await world();
  const made = await save(each, weekly);
  expect(made).toMatchObject({
    name: 'Weekly',
    period: 'last_7_days',
    schedule: null,
    nextRunAt: null,
    lastRun: null,
  });
  const run = await runSavedReport(each.ports, company, made.id);
  expect(run).toMatchObject({
    savedReportId: made.id,
    startDate: '2026-11-08',
    endDate: '2026-11-14',
  });
  expect(run.data.map(({ day, spend }) => [day, spend])).toEqual([
    ['2026-11-10', 5],
    ['2026-11-14', 7],
  ]);
  const changed = await savedReports.change(
    each.ports,
    caller,
    made.id,
    parseRequest(savedReportChanges, { name: 'Yesterday', period: 'yesterday' }),
  );
  expect(changed).toMatchObject({
    name: 'Yesterday',
    period: 'yesterday',
    query: { groupBy: ['day'] },
  });
  expect((await runSavedReport(each.ports, company, made.id)).data).toHaveLength(1);
  expect((await savedReports.list(each.ports, company, { offset: 0, limit: 10 })).total).toBe(1);
  await savedReports.remove(each.ports, caller, made.id);
  await expect(savedReports.read(each.ports, company, made.id)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('what could not be run is not saved, and says where', async () => {
  const each = await world();
  const refused = async (body: object) => {
    const error = await save(each, { ...weekly, ...body }).catch(
      (thrown: { details: { path: string; code: string }[] }) => thrown,
    );
    return (error as { details: { path: string; code: string }[] }).details.map(
      ({ path, code }) => [path, code],
    );
  };
  expect(await refused({ query: { accountIds: 'act_404' } })).toEqual([
    ['query.accountIds', 'unknown_ad_account'],
  ]);
  expect(await refused({ query: { groupBy: 'day' } })).toEqual([
    ['query.accountIds', 'missing_field'],
  ]);
  expect(await refused({ query: { accountIds: 'act_1', sortBy: 'colour' } })).toMatchObject([
    ['query.sortBy', expect.any(String)],
  ]);
  expect(
    await refused({ schedule: { at: ['08:00'], timezone: 'Mars/Base', webhookIds: ['wh_1'] } }),
  ).toEqual([
    ['schedule.timezone', 'unknown_timezone'],
    ['schedule.webhookIds[0]', 'unknown_webhook'],
  ]);
});

describe('a schedule', () => {
  test('delivers to webhooks at its times, each time once, whoever runs the job', async () => {
    const each = await world();
    await createWebhook(each.ports, caller, { url: 'https://hooks.test/a', events });
    const only = await createWebhook(each.ports, caller, { url: 'https://hooks.test/b', events });
    const made = await save(each, {
      ...weekly,
      schedule: { at: ['08:00'], webhookIds: [only.id] },
    });
    // Eight in the morning in Berlin.
    expect(made.nextRunAt).toBe('2026-11-15T07:00:00.000Z');
    expect(await deliverSavedReport(each.ports, company, made.id)).toEqual({
      againAt: Date.parse('2026-11-15T07:00:00Z'),
    });
    expect(await delivered(each)).toEqual([]);
    await each.ports.clock.advance(3_600_000);
    const done = await Promise.all(
      [1, 2].map(() => deliverSavedReport(each.ports, company, made.id)),
    );
    expect(done).toContainEqual({ againAt: Date.parse('2026-11-16T07:00:00Z') });
    const [delivery, ...more] = await delivered(each);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      webhookId: only.id,
      event: 'report.finished',
      data: {
        status: 'success',
        savedReportId: made.id,
        startDate: '2026-11-08',
        data: [{ spend: 5 }, { spend: 7 }],
      },
    });
    expect(await savedReports.read(each.ports, company, made.id)).toMatchObject({
      nextRunAt: '2026-11-16T07:00:00.000Z',
      lastRun: { status: 'success', rows: 2 },
    });
  });

  test('waits for figures for two hours, then tells what is wrong', async () => {
    const each = await world();
    await createWebhook(each.ports, caller, { url: 'https://hooks.test/a', events });
    const made = await save(each, { ...weekly, schedule: { at: ['07:00'] } });
    await each.ports.clock.advance(24 * 3_600_000);
    each.failing = failure('transient');
    expect(await deliverSavedReport(each.ports, company, made.id)).toEqual({
      againAt: each.ports.clock.now() + 60_000,
    });
    await each.ports.clock.advance(2 * 3_600_000);
    await deliverSavedReport(each.ports, company, made.id);
    expect((await delivered(each)).map(({ data }) => data.status)).toEqual(['error']);
    expect((await savedReports.read(each.ports, company, made.id)).lastRun).toMatchObject({
      status: 'error',
      rows: 0,
    });
  });

  test('that is taken away delivers nothing more', async () => {
    const each = await world();
    const made = await save(each, { ...weekly, schedule: { at: ['08:00'] } });
    await savedReports.change(
      each.ports,
      caller,
      made.id,
      parseRequest(savedReportChanges, { schedule: null }),
    );
    await each.ports.clock.advance(24 * 3_600_000);
    expect(await deliverSavedReport(each.ports, company, made.id)).toBeUndefined();
  });

  test.each([
    [{ at: ['08:00'], days: ['mon'] }, '2026-11-16T07:00:00.000Z'],
    [{ at: ['08:00'], dayOfMonth: 1 }, '2026-12-01T07:00:00.000Z'],
    [{ at: ['08:00', '06:30'], timezone: 'UTC' }, '2026-11-15T06:30:00.000Z'],
  ] as const)('%j is due next at %s', (schedule, expected) => {
    const next = nextRun(
      { schedule: { ...schedule, at: [...schedule.at] } as never, timezone: 'Europe/Berlin' },
      now,
    );
    expect(new Date(next ?? 0).toISOString()).toBe(expected);
  });
});

test.each([
  ['today', '2026-11-15', '2026-11-15'],
  ['last_30_days', '2026-10-16', '2026-11-14'],
  ['this_month', '2026-11-01', '2026-11-15'],
  ['last_month', '2026-10-01', '2026-10-31'],
] as const)('%s is %s to %s', (period, from, to) => {
  expect(daysOf(period, now, 'Europe/Berlin')).toEqual({ from, to });
});
