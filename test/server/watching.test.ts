import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { silent } from '../../core/ports/log.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { gauges } from '../../server/local/process.ts';
import { beginCounts, countedLog } from '../../server/process/counted-log.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const root = join(import.meta.dirname, '../../deploy');
const dashboard = JSON.parse(readFileSync(join(root, 'grafana/slipway.json'), 'utf8'));
const { groups } = Bun.YAML.parse(readFileSync(join(root, 'prometheus/alerts.yml'), 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};

interface Expression {
  readonly expr: string;
}
interface Rule extends Expression {
  readonly alert: string;
  readonly annotations: object;
}
const panels: readonly { readonly targets: readonly Expression[] }[] = dashboard.panels;
const rules = groups.flatMap((group) => group.rules);
const expressions = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);

/** Series and labels that an expression names. */
const seriesIn = (expr: string): string[] =>
  expr.match(/\b((slipway|process)_[a-z_]+|up(?={))/g) ?? [];
const labelsIn = (expr: string): string[] => [
  ...(expr.match(/[a-z]+(?==~?")/g) ?? []),
  ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  ),
];

/** Everything a service can show: what it counts, and what the store says. */
async function everySeries(): Promise<string> {
  const metrics = createMetrics();
  const log = countedLog(silent, metrics);
  log.debug('http.call', { platform: 'primary', status: 200 });
  log.debug('launch.ad', { platform: 'primary', outcome: 'failed', code: 'x' });
  log.info('launch.finished', { rawStatus: 'Success' });
  log.warn('launch.token_dead', { platform: 'primary' });
  log.debug('webhook.delivered');
  log.warn('platform.version', { platform: 'primary', version: 'v1' });
  metrics.beginJob('launch')('done');
  metrics.observe('GET', '/v1/me', 200, 0.1);
  const { call } = await startHarness();
  const page: string = (await call('GET', '/metrics')).body;
  const told = [
    'slipway_jobs_due{queue="x"} 1',
    'slipway_jobs_due_seconds{queue="x"} 1',
    'slipway_jobs_nobody_takes{queue="x",reason="y"} 1',
    'slipway_jobs_dead{queue="x"} 1',
    // test/server/gauges.test.ts sees these.
    'slipway_token_days_left{platform="x"} 1',
    'slipway_facts_stored_timestamp_seconds{platform="x"} 1',
    'slipway_backup_timestamp_seconds{state="verified"} 1',
    'slipway_platform_version_days_left{platform="x",version="y"} 1',
    'up{job="slipway"} 1',
    'slipway_media_store_up 1',
    'slipway_disk_free_bytes{folder="x"} 1',
    'slipway_disk_bytes{folder="x"} 1',
    'slipway_pool_connections{pool="x",state="busy"} 1',
    'slipway_pool_waiting{pool="x"} 1',
  ];
  return [metrics.text(gauges()), page, ...told].join('\n');
}

describe('alerts and dashboard', () => {
  test('name series and labels that the service has', async () => {
    const lines = await everySeries();
    for (const expr of expressions) {
      expect([expr, seriesIn(expr)]).not.toEqual([expr, []]);
      for (const series of seriesIn(expr)) expect(lines).toMatch(new RegExp(`^${series}[ {]`, 'm'));
      const own = lines
        .split('\n')
        .filter((line) => seriesIn(expr).some((series) => line.startsWith(series)));
      for (const label of labelsIn(expr).filter((each) => each !== 'instance' && each !== 'le'))
        expect([expr, label, own.some((line) => line.includes(`${label}="`))]).toEqual([
          expr,
          label,
          true,
        ]);
    }
  });

  test('say what is wrong and what to do', () => {
    for (const rule of rules)
      expect([rule.alert, rule.annotations]).toEqual([
        rule.alert,
        { summary: expect.any(String), description: expect.any(String) },
      ]);
  });
});

test('calls of platforms are counted by platform and by what came back', () => {
  const metrics = createMetrics();
  const log = countedLog(silent, metrics);
  for (const status of [200, 201, 429, 503]) log.debug('http.call', { platform: 'pin', status });
  log.debug('http.call', { platform: 'pin', failed: 'timeout' });
  log.debug('http.call', { status: 200 });
  const text = metrics.text([]);
  for (const line of [
    'answer="2xx"} 2',
    'answer="429"} 1',
    'answer="5xx"} 1',
    'answer="timeout"} 1',
  ])
    expect(text).toContain(`slipway_platform_calls_total{platform="pin",${line}`);
  expect(text.match(/slipway_platform_calls_total\{/g)).toHaveLength(4);
});

test('what alerts count begins at 0 for each platform, before anything has happened', async () => {
  const metrics = createMetrics();
  const { ports } = await startHarness();
  beginCounts(metrics, ports);
  const text = metrics.text([]);
  for (const line of [
    'slipway_dead_tokens_total{platform="primary"}',
    'slipway_ads_total{platform="primary",outcome="failed",code="token_expired"}',
    'slipway_platform_calls_total{platform="primary",answer="unreachable"}',
    'slipway_webhooks_total{outcome="given_up"}',
    'slipway_answers_total{answer="5xx"}',
  ])
    expect(text).toContain(`${line} 0\n`);
});
