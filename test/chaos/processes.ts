import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import {
  type HeldLists,
  type HeldObject,
  heldObjects,
  type ObjectKind,
} from '../../adapters/sandbox/stage.ts';
import { spawn } from '../processes.ts';
import type { ChaosPlace } from './house.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Sandbox {
  readonly url: string;
  control(verb: string, body: object): Promise<unknown>;
  clearFaults(): Promise<void>;
  /** What its day is ahead of the machine's. */
  readonly aheadMs: number;
  /** Adds ad sets to the stage's account, with so many ads each; answers their ids. */
  addAdSets(family: Family, count: number, ads?: number): Promise<readonly string[]>;
  /** All objects of a kind that are not deleted, as the platforms hold them. */
  held(kind: ObjectKind): Promise<readonly HeldObject[]>;
  /** Everything that the platforms hold, by kind. */
  lists(): Promise<HeldLists>;
  /** How many ads all platforms hold. */
  adCount(): Promise<number>;
  stop(): void;
}

/** A platform, or the automated campaigns of one as if they were a platform. */
export interface Family extends Simulation {
  readonly isAutomated?: true;
}

/** With those of automated campaigns beside them, where they are wanted. */
export const familiesOf = ({
  platforms = simulations,
  automated = false,
}: Mixed): readonly Family[] =>
  platforms.flatMap((simulation): readonly Family[] => {
    const { stage } = simulation;
    if (!automated || stage.automated === undefined) return [simulation];
    return [
      simulation,
      { ...simulation, stage: { ...stage, ...stage.automated }, isAutomated: true },
    ];
  });

export interface Mixed {
  /** Default: all of them. */
  readonly platforms?: readonly Simulation[];
  /** Whether automated campaigns are played on too, where a platform has them. */
  readonly automated?: boolean;
}

/**
 * The platforms in a process of their own: they live on while the workers die. `today`: their day,
 * default the machine's.
 */
export async function startSandbox(stateFile: string, today?: string): Promise<Sandbox> {
  const child = spawn(
    process.execPath,
    [
      file('../../adapters/sandbox/serve.ts'),
      ...['--port', '0', '--state', stateFile, '--json'],
      ...(today === undefined ? [] : ['--today', today]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const { url } = await readyLine(child);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok)
      throw new Error(`The sandbox refused ${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const lists = async () => ((await call('GET', 'state?objects=1')) as { list: HeldLists }).list;
  const aheadMs =
    today === undefined ? 0 : ((await call('GET', 'state')) as { now: number }).now - Date.now();
  return {
    url,
    aheadMs,
    control: (verb, body) => call('POST', verb, body),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    async addAdSets({ name, isAutomated: automated = false }, count, ads = 0) {
      const wanted = { platform: name, count, ads, automated };
      const { adSetIds } = (await call('POST', 'ad-sets', wanted)) as { adSetIds: string[] };
      return adSetIds;
    },
    lists,
    async held(kind) {
      const list = await lists();
      return simulations
        .flatMap((simulation) => heldObjects(simulation, list, kind))
        .filter(({ status }) => status !== 'DELETED');
    },
    adCount: async () => ((await call('GET', 'state')) as { ads: number }).ads,
    stop: () => void child.kill(),
  };
}

async function readyLine(child: ChildProcess): Promise<{ url: string }> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    const line = text.split('\n').find((each) => each.startsWith('{'));
    if (line !== undefined && text.includes('\n')) return JSON.parse(line) as { url: string };
  }
  throw new Error('The sandbox did not start.');
}

export interface Workers {
  /** kill -9; another takes its place at once. */
  killOne(which: number): void;
  /**
   * Freezes one for so long, in the middle of whatever it does, and puts another in its place. When
   * it wakes up it goes on as if nothing had happened, beside whoever took its work over, and is
   * killed a while later.
   */
  freezeOne(which: number, ms: number): void;
  /**
   * Sets the wall clock of one worker's machine, and of those that follow it there: forwards, or
   * backwards below 0.
   */
  stepClock(which: number, ms: number): void;
  /** Resolves when all that were frozen have had their chance to do harm. */
  thawed(): Promise<unknown>;
  stop(): void;
}

/** How long a worker that was frozen may do harm. */
const THAWED_MS = 2_500;

/** Workers that are replaced as soon as something happens to them. */
export function startWorkers(count: number, place: ChaosPlace, former?: string): Workers {
  let started = 0;
  const offsets = Array.from({ length: count }, () => place.clockOffsetMs ?? 0);
  const start = (position: number): ChildProcess => {
    const here: ChaosPlace = { ...place, clockOffsetMs: offsets[position] ?? 0 };
    const isFormer = former !== undefined && started % 2 === 0;
    started += 1;
    const program = isFormer ? join(former, 'test/chaos/worker.ts') : file('./worker.ts');
    return spawn(process.execPath, [program, JSON.stringify(here)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  };
  const running = Array.from({ length: count }, (_, position) => start(position));
  const positionOf = (which: number): number => Math.floor(which * running.length);
  const frozen = new Map<ChildProcess, Promise<unknown>>();
  const replace = (which: number): ChildProcess | undefined => {
    const position = positionOf(which);
    const old = running[position];
    running[position] = start(position);
    return old;
  };
  return {
    killOne(which) {
      replace(which)?.kill('SIGKILL');
    },
    freezeOne(which, ms) {
      const worker = replace(which);
      if (worker === undefined) return;
      worker.kill('SIGSTOP');
      const gone = pause(ms)
        .then(() => worker.kill('SIGCONT'))
        .then(() => pause(THAWED_MS))
        .then(() => worker.kill('SIGKILL'));
      frozen.set(worker, gone);
    },
    stepClock(which, ms) {
      const position = positionOf(which);
      offsets[position] = (offsets[position] ?? 0) + ms;
      const worker = running[position];
      if (worker?.connected) worker.send(ms, () => undefined);
    },
    thawed: () => Promise.all(frozen.values()),
    stop() {
      for (const child of [...running, ...frozen.keys()]) child.kill('SIGKILL');
    },
  };
}
