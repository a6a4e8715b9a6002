import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { addressList } from '../../adapters/http/address-list.ts';
import { createJsonLog } from '../../adapters/runtime/json-log.ts';
import { listeningAddress } from '../../adapters/runtime/listening-address.ts';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { createCallCounter } from '../../core/access/company-calls.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Retention } from '../../core/ports/retention.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { createApp } from '../app.ts';
import { loadDashboard } from '../dashboard/files.ts';
import { createMetrics } from '../http/metrics.ts';
import { type Config, refuseIncompleteLive } from '../process/config.ts';
import { beginCounts, countedLog } from '../process/counted-log.ts';
import { firstStart } from '../process/first-start.ts';
import { openRuntime } from '../process/runtime.ts';
import type { TracingConfig } from '../process/tracing.ts';
import { createWorkWatch, startWatching } from '../process/work-watch.ts';
import { startWork } from '../process/workers.ts';
import { VERSION } from '../version.ts';
import { type Listener, openListener } from './listener.ts';
import { placesOf } from './places.ts';

/** For requests under way after the drain; then workers hand their leases back. */
const REQUESTS_PATIENCE_MS = 5_000;
const SHUTDOWN_PATIENCE_MS = 30_000;
const TRACES_PATIENCE_MS = 3_000;
const CALLS_MS = 60_000;
/** What a worker answers, for those who watch processes. */
const HEALTH = /^[^?#]*\/(v1\/health(\/live|\/ready)?|metrics)(\?|$)/;

export interface Ready {
  readonly role: Config['role'];
  readonly url: string | null;
  /** Only of the process that made the first company. */
  readonly adminKey: string | null;
  readonly sandboxUrl: string | null;
  /** What a person calls it by; null where it does not work on jobs. */
  readonly worker: string | null;
}

/**
 * One process of the service, from its configuration until a signal ends it; answers the exit code.
 *
 * @param listens whether it opens a port; a worker does not need one
 */
export async function runProcess(
  config: Config,
  listens: boolean,
  announce: (ready: Ready) => void,
): Promise<number> {
  refuseIncompleteLive(config, existsSync(join(config.data, 'secret')));
  const metrics = createMetrics();
  const log = countedLog(createJsonLog(config.log), metrics);
  const ending = new AbortController();
  let draining = false;

  let app: ReturnType<typeof createApp> | undefined;
  const listen = (): Promise<Listener> =>
    openListener(config.host, config.port, (request, connection) => {
      if (config.role === 'worker' && !HEALTH.test(request.url))
        return new Response(null, { status: 404 });
      return app?.fetch(request, connection) ?? new Response(null, { status: 503 });
    });
  // The port opens last. Port 0 opens first: the service needs to know its address.
  const early = listens && config.port === 0 ? await listen() : undefined;
  const tracing =
    config.tracing && (await openTracing(config.tracing, { clock: systemClock, log }, VERSION));
  const tracer = tracing?.tracer;
  const house = await openRuntime(
    config,
    log,
    early?.url ?? listeningAddress(config.host, config.port),
    tracer,
  );
  const { backup } = config;
  // Loaded by installations that make backups.
  const scheduled =
    backup &&
    (await import('./backup/scheduled-backups.ts')).scheduledBackups(placesOf(config), backup);
  const ports = { ...house.ports, ...(scheduled && { backups: scheduled }) };
  beginCounts(metrics, ports);
  const watch = createWorkWatch({ ...ports, since: ports.clock.now() });
  const calls = createCallCounter(ports);
  app = createApp(ports, {
    readLimit: config.readLimit,
    writeLimit: config.writeLimit,
    bodyLimit: config.bodyLimit,
    companyReadLimit: config.companyReadLimit,
    companyWriteLimit: config.companyWriteLimit,
    metricsToken: config.metricsToken,
    isTrustedProxy: addressList(config.trustedProxies),
    gauges: async () => [
      ...gauges(),
      ...(await house.gauges()),
      ...retentionGauges(config.retention),
    ],
    tracer,
    calls,
    watch,
    metrics,
    isDraining: () => draining,
    ending: ending.signal,
    dashboard: await loadDashboard(),
  });
  // Before the first key is made: a start that finds its port taken must not have used up the one
  // time it is shown.
  const listener = early ?? (listens ? await listen() : undefined);
  // A worker prints no key.
  const adminKey = config.role === 'worker' ? undefined : await firstStart(ports);
  const holder = config.role === 'api' ? null : `${hostname()}:${process.pid}`;
  const worker =
    holder === null ? undefined : await startWork(ports, config.places, metrics, tracer);

  const stopWatching = startWatching(watch, ports.clock);
  const writing = setInterval(() => void calls.flush(), CALLS_MS);

  const { first, endWithin } = signals(log);
  log.info('service.ready', {
    url: listener?.url,
    role: config.role,
    database: config.database.type,
    platforms: config.platforms,
  });
  announce({
    role: config.role,
    url: listener?.url ?? null,
    adminKey: adminKey ?? null,
    sandboxUrl: house.sandboxUrl ?? null,
    worker: holder,
  });

  const asked = await first;
  // A person at a terminal is no load balancer.
  const drainMs = asked === 'SIGINT' || config.role === 'worker' ? 0 : config.drainMs;
  log.info('service.stopping', { signal: asked, drainMs });
  endWithin(drainMs + SHUTDOWN_PATIENCE_MS);
  draining = true;
  stopWatching();
  listener?.drain();
  const handedBack = worker?.stop();
  await systemClock.sleep(drainMs);
  ending.abort();
  await listener?.stop(systemClock.sleep(REQUESTS_PATIENCE_MS));
  await handedBack;
  clearInterval(writing);
  await calls.flush();
  await house.close();
  // What is left of the traces; their receiver may be gone already.
  await Promise.race([tracing?.close(), systemClock.sleep(TRACES_PATIENCE_MS)]);
  log.info('service.stopped');
  return 0;
}

type Signal = 'SIGTERM' | 'SIGINT';

/** A terminal and the npm in it send one Ctrl-C twice. */
const TOGETHER_MS = 500;

/** The first signal drains, the second ends the process at once. */
function signals(log: Log): { readonly first: Promise<Signal>; endWithin(ms: number): void } {
  const endAtOnce = (reason: string): void => {
    log.warn('service.ended_at_once', { reason });
    process.exit(1);
  };
  const first = new Promise<Signal>((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (askedAt !== undefined && performance.now() - askedAt > TOGETHER_MS)
          endAtOnce('a second signal');
        askedAt ??= performance.now();
        resolve(signal);
      });
  });
  return { first, endWithin: (ms) => setTimeout(endAtOnce, ms, 'it took too long').unref() };
}

export const gauges = () => [
  {
    name: 'slipway_build_info',
    help: 'The version that runs.',
    labels: { version: VERSION },
    value: 1,
  },
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of this process.',
    value: process.memoryUsage.rss(),
  },
  {
    name: 'process_uptime_seconds',
    help: 'Since this process started.',
    value: Math.round(process.uptime()),
  },
];

/** For how many days things are kept; what is kept for ever has no line. */
export const retentionGauges = (retention: Retention) =>
  Object.entries(retention).flatMap(([what, days]: [string, number | undefined]) =>
    days === undefined
      ? []
      : [
          {
            name: 'slipway_retention_days',
            help: 'For how many days things are kept.',
            labels: { what },
            value: days,
          },
        ],
  );

interface Tracing {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

/** Loaded and begun only where it is configured. */
async function openTracing(
  config: TracingConfig,
  ports: { readonly clock: Clock; readonly log: Log },
  version: string,
): Promise<Tracing> {
  const [{ createTracer }, { createOtlpExporter }] = await Promise.all([
    import('../../adapters/tracing/tracer.ts'),
    import('../../adapters/tracing/otlp.ts'),
  ]);
  const resource = { 'service.version': version, ...config.resource };
  const exporter = createOtlpExporter({ ...config, resource }, ports);
  // The last digits of a trace's id are random: those below the share are kept, by every process
  // alike.
  const isKept = (traceId: string): boolean =>
    Number.parseInt(traceId.slice(-12), 16) < config.share * 2 ** 48;
  return { tracer: createTracer(exporter.add, isKept), close: exporter.close };
}
