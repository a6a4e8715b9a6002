import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, randomSource, type Sandbox, startSandbox } from '../chaos/processes.ts';
import { firstSimulation } from '../simulations.ts';
import { type SoakClient, startClients } from './clients.ts';
import { residentBytes, type ServiceProcess, startService } from './service.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly postgresUrl: string;
  readonly apis?: number;
  readonly workers?: number;
  /** A random process is killed every so often. Default 4 s. */
  readonly killEveryMs?: number;
  readonly progress?: (line: string) => void;
}

export interface SoakResult {
  /** Launches that were answered with 202. */
  readonly accepted: number;
  /** Of those, the ones whose batch came to its end. */
  readonly finished: number;
  /** Ads of accepted launches that neither exist nor were reported as failed. */
  readonly lost: number;
  /** Ads the platform holds beyond the one that was asked for. */
  readonly duplicates: number;
  /** Answers of 500 and above; connections cut by a kill are not answers. */
  readonly errors5xx: number;
  /** Of answered requests, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Memory of the average process at the end over that shortly after its start, as a ratio. */
  readonly rssGrowth: number;
  readonly kills: number;
}

const SECONDS_TO_FINISH = 180;
const AD_SETS = 60;

/** Several processes of the service on one database, under load, while one after the other is killed. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { apis = 3, workers = 2, killEveryMs = 4_000 } = options;
  const simulation = firstSimulation();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-soak-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const place = { databaseUrl: options.postgresUrl, sandboxUrl: sandbox.url, folder };
  const processes: ServiceProcess[] = [await startService('api', 0, place)];
  const adminKey = processes[0]?.adminKey ?? '';
  try {
    for (let i = 1; i < apis; i++) processes.push(await startService('api', 0, place));
    for (let i = 0; i < workers; i++) processes.push(await startService('worker', 0, place));
    const client = await startClients({
      key: adminKey,
      urls: () => processes.filter(({ role }) => role === 'api').map(({ url }) => url),
      stage: simulation.stage,
      adSetIds: await sandbox.addAdSets(simulation, AD_SETS),
      seed: options.seed,
      ...(options.progress && { told: options.progress }),
    });
    for (const [i, fault] of simulation.stage.badDay.entries())
      await sandbox.control('faults', { platform: simulation.name, ...fault, seed: options.seed + i });

    const killing = await killForAWhile(options, processes, place, killEveryMs, client);
    await client.stop();
    await finishAll(client, options);
    const memory = averageMemory(processes);
    return { ...(await count(client, sandbox)), rssGrowth: round(memory / killing.freshMemory), kills: killing.kills };
  } finally {
    for (const { child } of processes) child.kill('SIGKILL');
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function killForAWhile(
  options: SoakOptions,
  processes: ServiceProcess[],
  place: Parameters<typeof startService>[2],
  everyMs: number,
  client: SoakClient,
): Promise<{ kills: number; freshMemory: number }> {
  const random = randomSource(options.seed);
  const until = Date.now() + options.minutes * 60_000;
  await pause(Math.min(5_000, everyMs));
  const freshMemory = averageMemory(processes);
  let kills = 0;
  while (Date.now() < until) {
    const position = Math.floor(random() * processes.length);
    const victim = processes[position];
    if (victim !== undefined) {
      victim.child.kill('SIGKILL');
      kills += 1;
      processes[position] = await startService(victim.role, Number(new URL(victim.url).port), place);
    }
    options.progress?.(`${client.accepted().length} launches accepted, ${kills} kills`);
    await pause(everyMs * (0.5 + random()));
  }
  return { kills, freshMemory };
}

async function finishAll(client: SoakClient, { progress }: SoakOptions): Promise<void> {
  const until = Date.now() + SECONDS_TO_FINISH * 1000;
  for (;;) {
    const open = await client.unfinished();
    progress?.(`${open} batches still open`);
    if (open === 0 || Date.now() > until) return;
    await pause(1_000);
  }
}

async function count(client: SoakClient, sandbox: Sandbox) {
  await sandbox.clearFaults();
  const existing = new Map<string, number>();
  for (const { name = '' } of await sandbox.held('ad'))
    if (name.startsWith('soak ')) existing.set(name, (existing.get(name) ?? 0) + 1);
  const failed = await client.failedNames();
  const accepted = client.accepted();
  const names = accepted.flatMap(({ adNames }) => adNames);
  const { p50, p99 } = client.latency();
  return {
    accepted: accepted.length,
    finished: accepted.length - (await client.unfinished()),
    lost: names.filter((name) => !existing.has(name) && !failed.has(name)).length,
    duplicates: [...existing.values()].reduce((sum, each) => sum + each - 1, 0),
    errors5xx: client.errors5xx(),
    p50: round(p50),
    p99: round(p99),
  };
}

function averageMemory(processes: readonly ServiceProcess[]): number {
  return processes.reduce((sum, each) => sum + residentBytes(each), 0) / processes.length;
}

const round = (value: number): number => Number(value.toFixed(2));
