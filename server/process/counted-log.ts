import type { Platforms } from '../../core/accounts/find-account.ts';
import type { Log, LogFields } from '../../core/ports/log.ts';
import type { Counter, Labels, Metrics } from '../http/metrics.ts';

/** Those that platforms cause; what causes others is rare and has no rule. */
const failureCodes = [
  'token_expired',
  'cancelled',
  ...['throttled', 'transient', 'flaky', 'invalid', 'rule', 'blocked', 'missing', 'too_large'].map(
    (each) => `platform_${each}`,
  ),
];

function forEach(
  labels: (of: {
    readonly platform: string;
    readonly version: string | undefined;
  }) => readonly Labels[],
) {
  return (platforms: Platforms) =>
    Object.entries(platforms).flatMap(([platform, opened]) =>
      labels({ platform, version: opened.version ?? opened.definition.version?.pinned }),
    );
}

/** What is counted, by the event of the log that tells of it. */
const counted: {
  readonly [event: string]: {
    readonly counter: Counter;
    labels(fields: LogFields): Labels;
    /** What it begins with: an alert on a counter that appears as 1 misses its first event. */
    begin?(platforms: Platforms): readonly Labels[];
    /** Where one line tells of several. */
    amount?(fields: LogFields): number;
  };
} = {
  'http.call': {
    counter: {
      name: 'slipway_platform_calls_total',
      help: 'Requests to platforms, by what came back.',
    },
    labels: ({ platform, status, failed }) => ({
      platform: text(platform),
      answer: answerOf(status, failed),
    }),
    begin: forEach(({ platform }) =>
      ['2xx', '4xx', '429', '5xx', 'unreachable', 'timeout', 'cut'].map((answer) => ({
        platform,
        answer,
      })),
    ),
  },
  'launch.ad': {
    counter: {
      name: 'slipway_ads_total',
      help: 'Ads that were launched or failed, with the code of the failure.',
    },
    labels: ({ platform, outcome, code }) => ({
      platform: text(platform),
      outcome: text(outcome),
      code: text(code),
    }),
    begin: forEach(({ platform }) => [
      { platform, outcome: 'launched', code: '' },
      ...failureCodes.map((code) => ({ platform, outcome: 'failed', code })),
    ]),
  },
  'launch.finished': {
    counter: { name: 'slipway_batches_total', help: 'Batches that ended, by how.' },
    labels: ({ rawStatus }) => ({ outcome: text(rawStatus) }),
    begin: () => ['Success', 'Error', 'Cancelled'].map((outcome) => ({ outcome })),
  },
  'launch.token_dead': {
    counter: {
      name: 'slipway_dead_tokens_total',
      help: 'Launches that stopped because a platform no longer takes the token.',
    },
    labels: ({ platform }) => ({ platform: text(platform) }),
    begin: forEach(({ platform }) => [{ platform }]),
  },
  'platform.version': {
    counter: {
      name: 'slipway_platform_version_warnings_total',
      help: 'Days on which a platform answered another version than asked for, or warned of its end.',
    },
    labels: ({ platform, version }) => ({ platform: text(platform), version: text(version) }),
    begin: forEach(({ platform, version }) =>
      version === undefined ? [] : [{ platform, version }],
    ),
  },
  'webhook.delivered': {
    counter: { name: 'slipway_webhooks_total', help: 'Webhook deliveries that ended.' },
    labels: () => ({ outcome: 'delivered' }),
    begin: () => [{ outcome: 'delivered' }],
  },
  'webhook.given_up': {
    counter: { name: 'slipway_webhooks_total', help: 'Webhook deliveries that ended.' },
    labels: () => ({ outcome: 'given_up' }),
    begin: () => [{ outcome: 'given_up' }],
  },
  'retention.forgotten': {
    counter: {
      name: 'slipway_forgotten_total',
      help: 'Things that were kept for as long as the settings say and are gone.',
    },
    labels: ({ what }) => ({ what: text(what) }),
    amount: ({ count }) => Number(count),
  },
};

export function beginCounts(
  metrics: Pick<Metrics, 'count'>,
  { platforms }: { readonly platforms: Platforms },
): void {
  for (const { counter, begin } of Object.values(counted))
    for (const labels of begin?.(platforms) ?? []) metrics.count(counter, labels, 0);
}

/**
 * The log, with what it tells counted for metrics: an event is named in one place, and a line that
 * is too fine for the level of the log counts all the same.
 */
export function countedLog(log: Log, metrics: Pick<Metrics, 'count'>): Log {
  const of = (level: keyof Log) => (event: string, fields?: LogFields) => {
    const rule = counted[event];
    if (rule !== undefined && (event !== 'http.call' || fields?.platform !== undefined))
      metrics.count(rule.counter, rule.labels(fields ?? {}), rule.amount?.(fields ?? {}));
    log[level](event, fields);
  };
  return { debug: of('debug'), info: of('info'), warn: of('warn'), error: of('error') };
}

export function logWith(log: Log, more: LogFields): Log {
  const of = (level: keyof Log) => (event: string, fields?: LogFields) =>
    log[level](event, { ...fields, ...more });
  return { debug: of('debug'), info: of('info'), warn: of('warn'), error: of('error') };
}

const text = (value: LogFields[string]): string =>
  value === undefined || value === null ? '' : String(value);

function answerOf(status: LogFields[string], failed: LogFields[string]): string {
  if (typeof status !== 'number') return text(failed);
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`;
}
