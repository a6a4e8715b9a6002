import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { createDiskExports } from '../adapters/exports/disk.ts';
import { openPostgresFacts } from '../adapters/facts/postgres.ts';
import { openSqliteFacts } from '../adapters/facts/sqlite.ts';
import { createFetchHttp } from '../adapters/http/fetch-http.ts';
import { createStoreJobs } from '../adapters/jobs/store-jobs.ts';
import { createDiskBlobs } from '../adapters/media/disk.ts';
import { createMediaFiles } from '../adapters/media/files.ts';
import { createPublicFetch } from '../adapters/media/public-fetch.ts';
import { createS3Blobs } from '../adapters/media/s3.ts';
import { createMeta } from '../adapters/platforms/meta/index.ts';
import { createMemoryRate } from '../adapters/rate/memory.ts';
import { openPostgresRate } from '../adapters/rate/postgres.ts';
import { createJsonLog } from '../adapters/runtime/json-log.ts';
import { systemClock } from '../adapters/runtime/system-clock.ts';
import { createWebSecrets } from '../adapters/runtime/web-secrets.ts';
import { createSandboxDoor } from '../adapters/sandbox/door.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import { createFileState } from '../adapters/sandbox/state-file.ts';
import { openPostgresStore } from '../adapters/store/postgres.ts';
import { openSqliteStore } from '../adapters/store/sqlite.ts';
import { createAdSetReader } from '../core/accounts/ad-sets.ts';
import { SlipwayError } from '../core/errors.ts';
import { kinds } from '../core/kinds.ts';
import { createMediaSource } from '../core/media/source.ts';
import type { Log } from '../core/ports/log.ts';
import { createApp } from './app.ts';
import { type Config, ConfigFault, readConfig } from './config.ts';
import { firstStart } from './first-start.ts';
import type { ServerPorts } from './ports.ts';
import { jobHandlers } from './workers.ts';

/** `npm start -- [--port 4000] [--data FOLDER] [--json]`: the one place where core, adapters and the machine meet. */

/** Longer than any answer takes; a connection on which nothing moves for so long is cut. */
const SECONDS_FOR_ANSWERS = 255;
/** A client that sends nothing for so long is cut off. */
const SECONDS_FOR_SILENCE = 30;
const DATABASE_PATIENCE_MS = 60_000;
/** Requests under way get so long to end; then workers get the rest to hand their leases back. */
const REQUESTS_PATIENCE_MS = 5_000;
const SHUTDOWN_PATIENCE_MS = 30_000;

async function start(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env);
  const log = createJsonLog(config.log);
  mkdirSync(config.data, { recursive: true });
  const storage = await openStorage(config, log);

  // The port is known only once somebody listens, and the service needs to know where it is reached.
  let app: ReturnType<typeof createApp> | undefined;
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    idleTimeout: SECONDS_FOR_SILENCE,
    // Ours to refuse, with an answer that says why.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request, listener) =>
      app?.fetch(request, { keepOpen: () => listener.timeout(request, SECONDS_FOR_ANSWERS) }) ??
      new Response(null, { status: 503 }),
  });
  const url = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${server.port}`;
  const sandbox = openSandbox(config);
  const ports = await assemble(config, log, storage, config.publicUrl ?? url, sandbox);
  app = createApp(ports, { readLimit: config.readLimit, writeLimit: config.writeLimit, gauges });
  const adminKey = (await firstStart(ports)) ?? null;

  let stopping = false;
  const worker = ports.jobs.work(jobHandlers(ports, `${hostname()}:${process.pid}`, () => stopping));

  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info('service.stopping', { signal });
    setTimeout(() => process.exit(1), SHUTDOWN_PATIENCE_MS).unref();
    await Promise.race([server.stop(), systemClock.sleep(REQUESTS_PATIENCE_MS)]);
    await server.stop(true);
    await worker.stop();
    sandbox?.close();
    await storage.close();
    log.info('service.stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  log.info('service.ready', { url, database: config.database.type, platforms: config.platforms });
  announce(config, { url, adminKey, sandboxUrl: sandbox?.url ?? null });
}

interface Storage extends Pick<ServerPorts, 'store' | 'facts' | 'rate'> {
  close(): Promise<void>;
}

async function openStorage(config: Config, log: Log): Promise<Storage> {
  const { database } = config;
  if (database.type === 'sqlite') {
    mkdirSync(dirname(database.path), { recursive: true });
    const store = await openSqliteStore({ path: database.path, kinds });
    const facts = await openSqliteFacts(database.path);
    return {
      store,
      facts,
      rate: createMemoryRate(),
      close: () => Promise.all([facts.close(), store.close()]).then(() => undefined),
    };
  }
  const { url } = database;
  const store = await waitFor(() => openPostgresStore({ url, kinds }), log);
  const facts = await openPostgresFacts({ url });
  const rate = await openPostgresRate({ url });
  return { store, facts, rate, close: () => Promise.all([facts.close(), rate.close(), store.close()]).then(() => undefined) };
}

/** A database may start later than we do. What time will not mend is told at once. */
async function waitFor<T>(open: () => Promise<T>, log: Log): Promise<T> {
  const until = Date.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const code = error instanceof SlipwayError ? (error.cause as { code?: string } | undefined)?.code : 'none';
      const away = code === undefined || /^E[A-Z]+$/.test(code) || code.startsWith('57P');
      if (!away || Date.now() > until) throw error;
      log.warn('service.waiting_for_database', { reason: (error as Error).message });
      await systemClock.sleep(1_000);
    }
  }
}

interface OpenSandbox {
  readonly url: string;
  fetch(request: Request): Promise<Response>;
  close(): void;
}

/** The simulated platforms inside this process, on a port that only this machine reaches; or elsewhere, where an address says so. */
function openSandbox(config: Config): OpenSandbox | undefined {
  if (config.platforms === 'live') return undefined;
  if (config.metaBaseUrl !== undefined)
    return { url: config.metaBaseUrl.replace(/\/meta$/, ''), fetch: (request) => fetch(request), close: () => undefined };
  const sandbox = createSandbox({ state: createFileState(join(config.data, 'sandbox.jsonl')) });
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: 2 ** 30,
    fetch: (request) => sandbox.fetch(request),
    error: () => new Response(null, { status: 502 }),
  });
  return { url: `http://127.0.0.1:${server.port}`, fetch: (request) => sandbox.fetch(request), close: () => server.stop(true) };
}

async function assemble(
  config: Config,
  log: Log,
  storage: Storage,
  publicUrl: string,
  sandbox: OpenSandbox | undefined,
): Promise<ServerPorts> {
  const clock = systemClock;
  const { store, facts, rate } = storage;
  const secrets = await createWebSecrets(config.secret ?? keptSecret(config.data), config.formerSecrets);
  const blobs = config.media.type === 'disk' ? createDiskBlobs(config.media.folder) : createS3Blobs(config.media);
  const files = await createMediaFiles(blobs, join(config.data, 'incoming'));
  const publicFetch = createPublicFetch({ trustedHosts: config.trustedMediaHosts });
  const media = createMediaSource({ store, files, publicFetch, publicUrl });
  const http = createFetchHttp(sandbox && { fetch: (url, init) => sandbox.fetch(new Request(url, init)) });
  const baseUrl = sandbox === undefined ? config.metaBaseUrl : `${sandbox.url}/meta`;
  const primary = createMeta({
    http,
    clock,
    media,
    secrets,
    log,
    ...(baseUrl !== undefined && { baseUrl, ...rehearsal(baseUrl) }),
  });
  return {
    ...{ store, facts, rate, clock, secrets, log, files, media, publicFetch, publicUrl },
    platforms: { primary },
    adSets: createAdSetReader(clock),
    exportFiles: createDiskExports(join(config.data, 'exports')),
    jobs: createStoreJobs({ store, clock, log }),
    ...(sandbox && { sandbox: createSandboxDoor(sandbox.url, sandbox.fetch) }),
  };
}

/** A platform on this very machine is a rehearsal: it hides nothing for long, and nobody wants to wait a minute for it. */
const rehearsal = (baseUrl: string): { settleMs?: number } =>
  /^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(baseUrl) ? { settleMs: 5_000 } : {};

/** Made on the first start and kept beside the data it protects; whoever wants them apart sets SLIPWAY_SECRET. */
function keptSecret(data: string): string {
  const path = join(data, 'secret');
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
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
  console.log(`Slipway answers at ${places.url} (reference: ${places.url}/docs).`);
  if (places.sandboxUrl !== null) console.log(`The sandbox answers at ${places.sandboxUrl}.`);
  if (places.adminKey !== null) console.log(`Your admin key, shown only now: ${places.adminKey}`);
}

await start().catch((error: unknown) => {
  const expected = error instanceof ConfigFault || error instanceof SlipwayError;
  process.stderr.write(`Slipway could not start.\n${expected ? error.message : error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
