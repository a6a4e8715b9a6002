import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, randomSource, type Sandbox, startSandbox } from '../chaos/processes.ts';
import { firstSimulation } from '../simulations.ts';
import { type Calls, createCalls } from './calls.ts';
import { type SoakClient, startClients } from './clients.ts';
import { DRAIN_SECONDS, openPool, type Pool } from './pool.ts';
import { startService } from './service.ts';
import { openTenants } from './tenants.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly companies: number;
  readonly seed: number;
  readonly postgresUrl: string;
  readonly apis?: number;
  readonly workers?: number;
  /** A random process is killed every so often. Default 4 s. */
  readonly killEveryMs?: number;
  /** Default: all. A batch of a worker that was killed goes on half a minute later. */
  readonly kills?: 'all' | 'apis';
  readonly progress?: (line: string) => void;
}

export interface SoakResult {
  readonly companies: number;
  /** Launches that were answered with 202. */
  readonly accepted: number;
  /** Of those, the ones whose batch came to its end. */
  readonly finished: number;
  /** Ads of accepted launches that neither exist nor were reported as failed. */
  readonly lost: number;
  /** Ads the platform holds beyond the one that was asked for. */
  readonly duplicates: number;
  /** Answers to one company that held something of another. */
  readonly crossTenant: number;
  /** Answers of 500 and above; connections cut by a kill are not answers. */
  readonly errors5xx: number;
  /** Connections cut or refused by a process that was not killed. */
  readonly resets: number;
  /** Processes that were asked to end and did not end with 0. */
  readonly unclean: number;
  readonly kills: number;
  readonly restarts: number;
  /** Of answered requests, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Memory of the average process at the end over that shortly after its start, as a ratio. */
  readonly rssGrowth: number;
}

/** Nothing went wrong. */
export const isClean = (result: SoakResult): boolean =>
  result.finished === result.accepted &&
  result.lost +
    result.duplicates +
    result.crossTenant +
    result.errors5xx +
    result.resets +
    result.unclean ===
    0;

const SECONDS_TO_FINISH = 180;

/**
 * Several processes of the service on one database, used by many companies, while they are killed
 * and restarted in turns.
 */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { apis = 2, workers = 2, progress = () => undefined } = options;
  const simulation = firstSimulation();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-soak-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const env = {
    SLIPWAY_DRAIN_SECONDS: String(DRAIN_SECONDS),
    SLIPWAY_COMPANY_WRITE_LIMIT: '10000000',
  };
  const place = { databaseUrl: options.postgresUrl, sandboxUrl: sandbox.url, folder, env };
  const first = await startService('api', 0, place);
  const pool = await openPool(first, apis, workers, place);
  const random = randomSource(options.seed + 100);
  const calls = createCalls(pool, random, progress);
  try {
    const { platform, stage } = simulation;
    const at = { platform, room: stage.room, url: first.url };
    const tenants = await openTenants(calls, first.adminKey ?? '', options.companies, at);
    const room = tenants.reduce((sum, each) => sum + each.room.length, 0);
    progress(`${tenants.length} companies with room for ${room} ads`);
    for (const [i, fault] of stage.badDay.entries())
      await sandbox.control('faults', {
        platform: simulation.name,
        ...fault,
        seed: options.seed + i,
      });
    const client = startClients({ calls, tenants, random, told: progress });
    const freshMemory = await disturbForAWhile(options, pool, client);
    await client.stop();
    await finishAll(client, progress);
    const rssGrowth = round(pool.memory() / freshMemory);
    return {
      companies: tenants.length,
      ...(await count(client, calls, sandbox)),
      ...figuresOf(pool, calls),
      rssGrowth,
    };
  } finally {
    calls.close();
    pool.stop();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Kills at random while the processes are restarted one after the other; answers the memory that
 * they began with.
 */
async function disturbForAWhile(
  options: SoakOptions,
  pool: Pool,
  client: SoakClient,
): Promise<number> {
  const { killEveryMs: everyMs = 4_000 } = options;
  const random = randomSource(options.seed);
  const until = Date.now() + options.minutes * 60_000;
  await pause(Math.min(5_000, everyMs));
  const freshMemory = pool.memory();
  const rolling = pool.roll(() => Date.now() > until);
  while (Date.now() < until) {
    await pool.killOne(random(), options.kills === 'apis' ? 'api' : undefined);
    const { kills, restarts } = pool.counts();
    options.progress?.(
      `${client.accepted().length} launches accepted, ${kills} kills, ${restarts} restarts`,
    );
    await pause(everyMs * (0.5 + random()));
  }
  await rolling;
  return freshMemory;
}

async function finishAll(client: SoakClient, progress: (line: string) => void): Promise<void> {
  const until = Date.now() + SECONDS_TO_FINISH * 1000;
  for (;;) {
    const open = await client.unfinished();
    progress(`${open} batches still open`);
    if (open === 0 || Date.now() > until) return;
    await pause(1_000);
  }
}

async function count(client: SoakClient, calls: Calls, sandbox: Sandbox) {
  await sandbox.clearFaults();
  const existing = new Map<string, number>();
  for (const { name = '' } of await sandbox.held('ad'))
    if (name.startsWith('soak ')) existing.set(name, (existing.get(name) ?? 0) + 1);
  const failed = await client.failedNames();
  const accepted = client.accepted();
  const names = accepted.flatMap(({ adNames }) => adNames);
  return {
    accepted: accepted.length,
    finished: accepted.length - (await client.unfinished()),
    lost: names.filter((name) => !existing.has(name) && !failed.has(name)).length,
    duplicates: [...existing.values()].reduce((sum, each) => sum + each - 1, 0),
    crossTenant: client.crossTenant(),
    errors5xx: calls.errors5xx(),
    resets: calls.resets(),
  };
}

function figuresOf(pool: Pool, calls: Calls) {
  const { p50, p99 } = calls.latency();
  return { unclean: pool.unclean(), ...pool.counts(), p50: round(p50), p99: round(p99) };
}

const round = (value: number): number => Number(value.toFixed(2));
