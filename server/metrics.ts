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

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { buckets: number[]; sum: number; count: number }>();

  return {
    observe(method, route, status, seconds) {
      const request = `method="${method}",route="${route}",status="${status}"`;
      requests.set(request, (requests.get(request) ?? 0) + 1);
      const label = `method="${method}",route="${route}"`;
      let histogram = durations.get(label);
      if (histogram === undefined) {
        histogram = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
        durations.set(label, histogram);
      }
      histogram.sum += seconds;
      histogram.count += 1;
      for (const [i, limit] of BUCKETS.entries()) if (seconds <= limit) histogram.buckets[i] = (histogram.buckets[i] ?? 0) + 1;
    },

    text(gauges) {
      const lines = ['# HELP slipway_requests_total Requests answered.', '# TYPE slipway_requests_total counter'];
      for (const [labels, count] of requests) lines.push(`slipway_requests_total{${labels}} ${count}`);
      lines.push(
        '# HELP slipway_request_seconds Time from the request to its answer.',
        '# TYPE slipway_request_seconds histogram',
      );
      for (const [labels, { buckets, sum, count }] of durations) {
        for (const [i, limit] of BUCKETS.entries())
          lines.push(`slipway_request_seconds_bucket{${labels},le="${limit}"} ${buckets[i] ?? 0}`);
        lines.push(`slipway_request_seconds_bucket{${labels},le="+Inf"} ${count}`);
        lines.push(`slipway_request_seconds_sum{${labels}} ${sum}`, `slipway_request_seconds_count{${labels}} ${count}`);
      }
      for (const { name, help, value } of gauges)
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`);
      return `${lines.join('\n')}\n`;
    },
  };
}
