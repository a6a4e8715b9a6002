/** Counts what was answered and worked on, for Prometheus. */
export interface Metrics {
  observe(method: string, route: string, status: number, seconds: number): void;
  /**
   * Makes the series of these queues known before anything was worked on: a series that appears
   * late looks like a restart.
   */
  announceQueues(queues: readonly string[]): void;
  /** A job was begun; to be called with what came of it. */
  beginJob(queue: string): (outcome: JobOutcome) => void;
  /** Adds to a counter. */
  count(counter: Counter, labels: Labels, amount?: number): void;
  /** The text exposition format, version 0.0.4. */
  text(gauges: readonly Gauge[]): string;
}

/** `again`: not finished, and wants to go on at a later time. */
export type JobOutcome = (typeof outcomes)[number];

const outcomes = ['done', 'again', 'failed'] as const;

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels?: Labels;
  readonly value: number;
}

export type Labels = { readonly [name: string]: string };

export interface Counter {
  readonly name: string;
  readonly help: string;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Jobs wait for platforms. */
const JOB_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

interface Histogram {
  /**
   * Those that took at most as long as the bucket says and longer than the one before; the last is
   * for all longer ones.
   */
  readonly counts: number[];
  sum: number;
}

interface Counted {
  readonly labels: Labels;
  readonly statuses: Map<number, number>;
  readonly seconds: Histogram;
}

interface CountedJobs {
  readonly outcomes: { [O in JobOutcome]: number };
  readonly seconds: Histogram;
  running: number;
}

/** @param now seconds, for how long jobs take */
export function createMetrics(now: () => number = () => performance.now() / 1000): Metrics {
  const routes = new Map<string, Map<string, Counted>>();
  const answers = new Map(['2xx', '3xx', '4xx', '5xx'].map((each) => [each, 0]));
  const queues = new Map<string, CountedJobs>();
  const counters = new Map<
    string,
    { readonly help: string; readonly lines: Map<string, { labels: Labels; value: number }> }
  >();
  const jobsOf = (queue: string): CountedJobs =>
    known(queues, queue, () => ({
      outcomes: { done: 0, again: 0, failed: 0 },
      seconds: histogram(JOB_BUCKETS),
      running: 0,
    }));

  return {
    observe(method, route, status, seconds) {
      const methods = known(routes, route, () => new Map<string, Counted>());
      const counted = known(methods, method, () => ({
        labels: { method, route },
        statuses: new Map<number, number>(),
        seconds: histogram(BUCKETS),
      }));
      counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
      add(counted.seconds, BUCKETS, seconds);
      const answer = `${Math.floor(status / 100)}xx`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    },
    announceQueues: (names) => names.forEach(jobsOf),
    beginJob(queue) {
      const jobs = jobsOf(queue);
      const started = now();
      jobs.running += 1;
      return (outcome) => {
        jobs.running -= 1;
        jobs.outcomes[outcome] += 1;
        add(jobs.seconds, JOB_BUCKETS, now() - started);
      };
    },
    count({ name, help }, labels, amount = 1) {
      const { lines } = known(counters, name, () => ({ help, lines: new Map() }));
      known(lines, JSON.stringify(labels), () => ({ labels, value: 0 })).value += amount;
    },
    text(gauges) {
      const requests = [...routes.values()].flatMap((methods) => [...methods.values()]);
      const lines = [
        ...heading('slipway_requests_total', 'Requests answered.', 'counter'),
        ...requests.flatMap(({ labels, statuses }) =>
          [...statuses].map(([status, count]) =>
            line('slipway_requests_total', { ...labels, status: String(status) }, count),
          ),
        ),
        ...heading(
          'slipway_answers_total',
          'Requests answered by all routes, by the class of the status.',
          'counter',
        ),
        ...[...answers].map(([answer, count]) => line('slipway_answers_total', { answer }, count)),
        ...heading('slipway_request_seconds', 'Time from the request to its answer.', 'histogram'),
        ...requests.flatMap(({ labels, seconds }) =>
          bars('slipway_request_seconds', BUCKETS, labels, seconds),
        ),
        ...jobLines(queues),
        ...[...counters].flatMap(([name, { help, lines: counted }]) => [
          ...heading(name, help, 'counter'),
          ...[...counted.values()].map(({ labels, value }) => line(name, labels, value)),
        ]),
        ...gaugeLines(gauges),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

/** The heading of a metric stands once, before all its lines. */
function gaugeLines(gauges: readonly Gauge[]): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const { name, help, labels = {}, value } of gauges)
    known(lines, name, () => [...heading(name, help, 'gauge')]).push(line(name, labels, value));
  return [...lines.values()].flat();
}

/** Nothing where this process works on no jobs. */
function jobLines(queues: ReadonlyMap<string, CountedJobs>): readonly string[] {
  if (queues.size === 0) return [];
  const each = [...queues].map(([queue, jobs]) => ({ labels: { queue }, ...jobs }));
  return [
    ...heading(
      'slipway_jobs_total',
      'Jobs this process has worked on, by what came of them.',
      'counter',
    ),
    ...each.flatMap(({ labels, outcomes: counts }) =>
      outcomes.map((outcome) =>
        line('slipway_jobs_total', { ...labels, outcome }, counts[outcome]),
      ),
    ),
    ...heading('slipway_jobs_running', 'Jobs this process is working on.', 'gauge'),
    ...each.map(({ labels, running }) => line('slipway_jobs_running', labels, running)),
    ...heading('slipway_job_seconds', 'Time this process worked on a job at once.', 'histogram'),
    ...each.flatMap(({ labels, seconds }) =>
      bars('slipway_job_seconds', JOB_BUCKETS, labels, seconds),
    ),
  ];
}

function known<V>(map: Map<string, V>, key: string, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}

const histogram = (buckets: readonly number[]): Histogram => ({
  counts: [...buckets, 0].map(() => 0),
  sum: 0,
});

function add(histogram: Histogram, buckets: readonly number[], seconds: number): void {
  histogram.sum += seconds;
  let bucket = 0;
  while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket += 1;
  histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + 1;
}

function bars(
  name: string,
  buckets: readonly number[],
  labels: Labels,
  { counts, sum }: Histogram,
): readonly string[] {
  let total = 0;
  const lines = counts.map((count, i) => {
    total += count;
    return line(`${name}_bucket`, { ...labels, le: String(buckets[i] ?? '+Inf') }, total);
  });
  return [...lines, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
}

const heading = (
  name: string,
  help: string,
  type: 'counter' | 'gauge' | 'histogram',
): readonly string[] => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

function line(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replace(/[\\"\n]/g, ' ')}"`,
  );
  return `${name}${inside.length === 0 ? '' : `{${inside.join(',')}}`} ${value}`;
}
