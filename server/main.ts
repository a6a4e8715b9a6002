import { endWithShell } from '../adapters/runtime/end-with-shell.ts';
import { createJsonLog } from '../adapters/runtime/json-log.ts';
import { systemClock } from '../adapters/runtime/system-clock.ts';
import { SlipwayError } from '../core/errors.ts';
import { createApp } from './app.ts';
import { type Config, ConfigFault, readConfig } from './config.ts';
import { loadDashboard } from './dashboard/files.ts';
import { firstStart } from './first-start.ts';
import { openHouse } from './house.ts';
import { startWork } from './workers.ts';

/** `npm start -- [--port 4000] [--data FOLDER] [--role all|api|worker] [--json]`: the service as a process. */

/** Longer than any answer takes; a connection on which nothing moves for so long is cut. */
const SECONDS_FOR_ANSWERS = 255;
/** A client that sends nothing for so long is cut off. */
const SECONDS_FOR_SILENCE = 30;
/** Requests under way get so long to end; then workers get the rest to hand their leases back. */
const REQUESTS_PATIENCE_MS = 5_000;
const SHUTDOWN_PATIENCE_MS = 30_000;
/** What a worker answers: whoever looks after processes must be able to ask it. */
const HEALTH = /^[^?#]*\/(v1\/health|metrics)$/;

async function start(): Promise<void> {
  endWithShell();
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createJsonLog(config.log);

  let app: ReturnType<typeof createApp> | undefined;
  const listen = () =>
    Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: SECONDS_FOR_SILENCE,
      // Ours to refuse, with an answer that says why.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch: (request, listener) => {
        if (config.role === 'worker' && !HEALTH.test(request.url)) return new Response(null, { status: 404 });
        const keepOpen = () => listener.timeout(request, SECONDS_FOR_ANSWERS);
        return app?.fetch(request, { keepOpen }) ?? new Response(null, { status: 503 });
      },
    });
  // Nobody is let in before everything stands. Only a port that is to be found has to be opened first, because
  // the service needs to know where it is reached.
  const early = config.port === 0 ? listen() : undefined;
  const url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${early?.port ?? config.port}`;
  const house = await openHouse(config, log, url);
  const { ports } = house;
  const dashboard = await loadDashboard();
  const { readLimit, writeLimit, webhookLimit } = config;
  app = createApp(ports, { readLimit, writeLimit, webhookLimit, gauges, dashboard });
  // Before the first key is made: a start that finds its port taken must not have used up the one time it is shown.
  const server = early ?? listen();
  const adminKey = (await firstStart(ports)) ?? null;

  const worker = config.role === 'api' ? undefined : await startWork(ports, config.places);
  let stopping = false;

  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info('service.stopping', { signal });
    setTimeout(() => process.exit(1), SHUTDOWN_PATIENCE_MS).unref();
    const working = worker?.stop();
    await Promise.race([server.stop(), systemClock.sleep(REQUESTS_PATIENCE_MS)]);
    await server.stop(true);
    await working;
    await house.close();
    log.info('service.stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  log.info('service.ready', { url, database: config.database.type, platforms: config.platforms });
  announce(config, { url, adminKey, sandboxUrl: house.sandboxUrl ?? null });
}

const gauges = () => [
  { name: 'process_resident_memory_bytes', help: 'Memory of this process.', value: process.memoryUsage.rss() },
  { name: 'process_uptime_seconds', help: 'Since this process started.', value: Math.round(process.uptime()) },
];

function announce(config: Config, places: { url: string; adminKey: string | null; sandboxUrl: string | null }): void {
  if (config.json) {
    console.log(JSON.stringify({ ready: true, ...places }));
    return;
  }
  console.log(`Slipway answers at ${places.url}: open it in a browser, or read the reference at ${places.url}/docs.`);
  if (places.sandboxUrl !== null) console.log(`The sandbox answers at ${places.sandboxUrl}.`);
  console.log(
    places.adminKey === null
      ? `Sign in with a key you have. None left? slipway keys create me --scopes admin --data ${JSON.stringify(config.data)}`
      : `Your admin key, shown only now: ${places.adminKey}`,
  );
}

await start().catch((error: unknown) => {
  process.stderr.write(`Slipway could not start.\n${reasonOf(error)}\n`);
  process.exit(error instanceof ConfigFault ? 2 : 1);
});

function reasonOf(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof SlipwayError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken, perhaps by another Slipway. Choose another with --port, or 0 for any free one.';
  return error.stack ?? error.message;
}
