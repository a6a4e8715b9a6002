// @module-tag promtool
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createManualClock } from '../../adapters/runtime/manual-clock.ts';
import type { Log } from '../../core/ports/log.ts';
import { silent } from '../../core/ports/log.ts';
import { createMetrics, type Gauge, type Metrics } from '../../server/http/metrics.ts';
import { gauges } from '../../server/local/process.ts';
import { beginCounts, countedLog } from '../../server/process/counted-log.ts';
import { createPlaceGauges } from '../../server/process/place-gauges.ts';
import { createTestService } from '../test-service.ts';
import { testRules } from '../tools/promtool.ts';

/** What a service tells at each minute, as promtool reads series. */

const MINUTES = 60;
/** When what is wrong begins. */
const BEGINS = 30;
const alerts = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml');
const clock = createManualClock(0);
const { ports } = await createTestService();
/** One of them is enough: each has the same series. */
const { primary } = ports.platforms;

/** A service that is well: what its process tells, and what stores tell that are well. */
const wellGauges: readonly Gauge[] = [
  ...gauges(),
  { name: 'slipway_store_up', help: '', value: 1 },
  { name: 'slipway_backup_timestamp_seconds', help: '', labels: { state: 'verified' }, value: 0 },
  { name: 'slipway_token_days_left', help: '', labels: { platform: 'primary' }, value: 50 },
  {
    name: 'slipway_platform_version_days_left',
    help: '',
    labels: { platform: 'primary', version: 'v26.0' },
    value: 200,
  },
  { name: 'slipway_pool_waiting', help: '', labels: { pool: 'store' }, value: 0 },
];

interface Scene {
  /** Told once, in the minute in which it begins. */
  readonly once?: (log: Log, metrics: Metrics) => void;
  /** Told in each minute since it began. */
  readonly each?: (log: Log, metrics: Metrics) => void;
  /** Instead of, or beside what a service tells that is well. */
  readonly gauges?: readonly Gauge[];
  readonly without?: RegExp;
  readonly up?: 0;
}

async function seriesOf({ once, each, gauges: changed = [], without, up = undefined }: Scene) {
  const metrics = createMetrics();
  const log = countedLog(silent, metrics);
  beginCounts(metrics, { platforms: primary === undefined ? {} : { primary } });
  metrics.announceQueues(['launch']);
  const places = { media: { type: 's3' as const, ...BUCKET }, folders: [] };
  const media = await createPlaceGauges(
    { ...places, blobs: { read: async () => undefined } },
    clock,
  )();
  const series = new Map<string, string[]>();
  for (let minute = 0; minute <= MINUTES; minute++) {
    const isWrong = minute >= BEGINS;
    if (minute === BEGINS) once?.(log, metrics);
    if (isWrong) each?.(log, metrics);
    const told = isWrong ? changed : [];
    const well = [...wellGauges, ...media].filter(
      ({ name }) => !told.some((gauge) => gauge.name === name),
    );
    const text = metrics
      .text([...well, ...told])
      .replaceAll('slipway_backup_timestamp_seconds{state="verified"} 0', () => BACKUP);
    for (const line of [...text.split('\n'), `up{job="slipway"} ${isWrong ? (up ?? 1) : 1}`]) {
      if (line === '' || line.startsWith('#') || (isWrong && without?.test(line))) continue;
      const at = line.lastIndexOf(' ');
      const values = series.get(line.slice(0, at)) ?? [];
      while (values.length < minute) values.push('_');
      series.set(line.slice(0, at), [...values, line.slice(at + 1)]);
    }
  }
  return [...series].map(([name, values]) => ({ series: name, values: values.join(' ') }));
}

/** A minute after the clock of promtool begins: it counts from 1970. */
const BACKUP = 'slipway_backup_timestamp_seconds{state="verified"} 60';
const BUCKET = {
  bucket: 'b',
  endpoint: 'https://s3.test',
  region: 'x',
  accessKeyId: 'x',
  secretAccessKey: 'x',
};

const failed = (code: string) => (log: Log) =>
  log.debug('launch.ad', { platform: 'primary', outcome: 'failed', code });
const calls = (failure: object) => (log: Log) => {
  for (let i = 0; i < 10; i++) log.debug('http.call', { platform: 'primary', ...failure });
};
const gauge = (
  name: string,
  value: number,
  labels: Gauge['labels'] = {},
): Pick<Scene, 'gauges'> => ({
  gauges: [{ name, help: '', labels, value }],
});

let routes = 0;

/** Each with the one alert that fires, and nothing else. */
const scenes: { readonly [alert: string]: Scene } = {
  SlipwayGone: { without: /^slipway_/ },
  SlipwayProcessGone: { up: 0 },
  SlipwayStoreAway: gauge('slipway_store_up', 0),
  SlipwayNobodyTakesJobs: gauge('slipway_jobs_nobody_takes', 1, {
    queue: 'launch',
    reason: 'no_worker',
  }),
  SlipwayJobsWaitLong: gauge('slipway_jobs_due_seconds', 1_000, { queue: 'launch' }),
  SlipwayDeadJobs: gauge('slipway_jobs_dead', 1, { queue: 'launch' }),
  SlipwayBackupOld: { without: /^slipway_backup/ },
  SlipwayJobsFail: {
    each(_, metrics) {
      for (let i = 0; i < 2; i++) metrics.beginJob('launch')('failed');
    },
  },
  SlipwayAdsFail: { each: failed('token_expired') },
  SlipwayDeadToken: { once: (log) => log.warn('launch.token_dead', { platform: 'primary' }) },
  SlipwayThrottled: { each: calls({ status: 429 }) },
  SlipwayPlatformUnreachable: { each: calls({ failed: 'unreachable' }) },
  SlipwayMediaStoreAway: gauge('slipway_media_store_up', 0),
  SlipwayDiskFull: {
    gauges: [
      { name: 'slipway_disk_free_bytes', help: '', labels: { folder: '/data' }, value: 5e9 },
      { name: 'slipway_disk_bytes', help: '', labels: { folder: '/data' }, value: 100e9 },
    ],
  },
  SlipwaySlow: { each: (_, metrics) => metrics.observe('GET', '/v1/me', 200, 6) },
  SlipwayWebhooksGivenUp: { once: (log) => log.warn('webhook.given_up') },
  // Each by a route that was not asked before.
  SlipwayErrors: { each: (_, metrics) => metrics.observe('GET', `/v1/${routes++}`, 500, 0.1) },
  SlipwayTokenEnds: gauge('slipway_token_days_left', 4, { platform: 'primary' }),
  SlipwayVersionEnds: gauge('slipway_platform_version_days_left', 30, {
    platform: 'primary',
    version: 'v26.0',
  }),
  SlipwayVersionWarned: {
    once: (log) => {
      const { version, definition } = primary ?? {};
      log.warn('platform.version', {
        platform: 'primary',
        version: version ?? definition?.version?.pinned,
      });
    },
  },
  SlipwayPoolExhausted: gauge('slipway_pool_waiting', 2, { pool: 'store' }),
};

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})';
const fires = (alertname: string) => [{ labels: `{alertname="${alertname}"}`, value: 1 }];

test('every alert fires for what it is about, the first time too, and none for a service that is well', async () => {
  const { groups } = Bun.YAML.parse(await Bun.file(alerts).text()) as {
    groups: { rules: { alert: string }[] }[];
  };
  expect(Object.keys(scenes).sort()).toEqual(
    groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort(),
  );
  const tests = [
    {
      interval: '1m',
      input_series: await seriesOf({}),
      promql_expr_test: [{ expr: FIRING, eval_time: `${MINUTES}m`, exp_samples: [] }],
    },
    ...(await Promise.all(
      Object.entries(scenes).map(async ([alert, scene]) => ({
        interval: '1m',
        input_series: await seriesOf(scene),
        promql_expr_test: [
          { expr: FIRING, eval_time: `${BEGINS - 1}m`, exp_samples: [] },
          { expr: FIRING, eval_time: `${BEGINS + 25}m`, exp_samples: fires(alert) },
        ],
      })),
    )),
  ];
  const file = join(mkdtempSync(join(tmpdir(), 'slipway-alerts-')), 'alerts.test.yml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [alerts], evaluation_interval: '1m', tests }));
  const { ok, said } = testRules(file);
  expect([ok, said]).toEqual([true, expect.stringContaining('SUCCESS')]);
});
