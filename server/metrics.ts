/** Counts what was answered, for Prometheus. */
export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void;
  /** The text exposition format, version 0.0.4. */
  text(gauges: readonly Gauge[]): string;
}

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: number;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Counted {
  readonly method: string;
  readonly route: string;
  readonly statuses: Map<number, number>;
  /** Answers that took at most as long as the bucket says and longer than the one before; the last is for all longer ones. */
  readonly buckets: number[];
  sum: number;
}

export function createMetrics(): Metrics {
  const routes = new Map<string, Counted>();

  return {
    observe(method, route, status, seconds) {
      const key = `${method} ${route}`;
      let counted = routes.get(key);
      if (counted === undefined) {
        counted = { method, route, statuses: new Map(), buckets: Array.from({ length: BUCKETS.length + 1 }, () => 0), sum: 0 };
        routes.set(key, counted);
      }
      counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
      counted.sum += seconds;
      let bucket = 0;
      while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket += 1;
      counted.buckets[bucket] = (counted.buckets[bucket] ?? 0) + 1;
    },

    text(gauges) {
      const all = [...routes.values()];
      const lines = ['# HELP slipway_requests_total Requests answered.', '# TYPE slipway_requests_total counter'];
      for (const { method, route, statuses } of all)
        for (const [status, count] of statuses)
          lines.push(`slipway_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`);
      lines.push(
        '# HELP slipway_request_seconds Time from the request to its answer.',
        '# TYPE slipway_request_seconds histogram',
      );
      for (const { method, route, buckets, sum } of all) {
        const labels = `method="${method}",route="${route}"`;
        let count = 0;
        for (const [i, inBucket] of buckets.entries()) {
          count += inBucket;
          lines.push(`slipway_request_seconds_bucket{${labels},le="${BUCKETS[i] ?? '+Inf'}"} ${count}`);
        }
        lines.push(`slipway_request_seconds_sum{${labels}} ${sum}`, `slipway_request_seconds_count{${labels}} ${count}`);
      }
      for (const { name, help, value } of gauges)
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
      return `${lines.join('\n')}\n`;
    },
  };
}
