import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import type { HeldLists } from '../../adapters/sandbox/stage.ts';
import { control, type Death, dyingAt, liveOn, queuedBy, type World, workingUntil } from './lives.ts';
import type { Answer, Request } from './version.ts';
import type { Wish } from './wishes.ts';

/** What a client asked for, and a process was killed over. */
export interface Cut {
  readonly what: string;
  /** Which death; also the beginning of the names of all that was asked for. */
  readonly name: string;
  /** As the client sends it again. Absent where it does not. */
  readonly request?: Request;
  readonly wishes: readonly Wish[];
}

interface Fate {
  readonly isDead: boolean;
}

/** What scenarios use to get work under way and to cut it. */
export interface Tools {
  readonly simulations: readonly Simulation[];
  now(): number;
  /** Asks a process that lives on; throws what it refuses. */
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string): Promise<Answer['body']>;
  /** The same, and the subjects of the jobs that were queued. */
  queue(request: Request): Promise<{ readonly answer: Answer['body']; readonly subjects: readonly string[] }>;
  /** Lets a worker live until that is so; else until no job of the subject is left. */
  finish(subject: string, isDone?: () => Promise<boolean>): Promise<void>;
  /** Asks a process that dies over it. */
  dyingOver(request: Request, death: Death): Promise<Fate>;
  /** Lets a worker take the jobs of a subject and die over them. */
  workingUntil(subject: string, death: Death): Promise<Fate>;
  /** Asks the platforms' own control endpoints. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  addAdSets(simulation: Simulation, count: number, ads?: number): Promise<readonly string[]>;
  lists(): Promise<HeldLists>;
}

export interface Played extends Fate {
  readonly cuts: readonly Pick<Cut, 'request' | 'wishes'>[];
}

export interface Scenario {
  readonly what: string;
  /** Gets something under way and cuts it. */
  play(tools: Tools, name: string, death: Death): Promise<Played>;
  /** How many commits or calls lie between two deaths. Default 1. */
  readonly step?: number;
}

export async function toolsOf(world: World, apiKey: string): Promise<Tools> {
  const living = await liveOn(world);
  const ask = async (method: string, request: Request): Promise<Answer['body']> => {
    const { status, body } = await living.ask(method, request, apiKey);
    if (status >= 300) throw new Error(`${method} ${request.path} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const told = (method: string, path: string, body?: object) => control(world.sandbox, method, path, body);
  return {
    simulations: world.version.simulations.simulations,
    now: () => world.clock.now(),
    ask: (method, path, body = {}, key) => ask(method, { path, body, ...(key !== undefined && { key }) }),
    async queue(request) {
      let answer: Answer['body'];
      const subjects = await queuedBy(world.store, async () => {
        answer = await ask('POST', request);
      });
      return { answer, subjects };
    },
    finish: async (subject, isDone) =>
      void (await workingUntil(world, { at: Number.POSITIVE_INFINITY, when: 'after' }, subject, isDone)),
    dyingOver: (request, death) => dyingAt(world, death, (process) => process.ask('POST', request, apiKey)),
    workingUntil: (subject, death) => workingUntil(world, death, subject),
    control: told,
    async addAdSets({ name }, count, ads = 0) {
      const answer = (await told('POST', 'ad-sets', { platform: name, count, ads })) as { readonly adSetIds: readonly string[] };
      return answer.adSetIds;
    },
    lists: async () => ((await told('GET', 'state?objects=1')) as { readonly list: HeldLists }).list,
  };
}

/** The last death of each kind comes too late: what has ended must stay as it is. */
const MOST = 300;

/** Plays a scenario with every death: after commits, before commits, after calls. */
export async function cutEverywhere(tools: Tools, { what, play, step = 1 }: Scenario): Promise<readonly Cut[]> {
  const all: Cut[] = [];
  for (const when of ['after', 'before', 'call'] as const)
    for (let at = 1; ; at += step) {
      const name = `Cut ${what} ${when} ${at}`;
      const { isDead, cuts } = await play(tools, name, { at, when });
      all.push(...cuts.map((cut) => ({ what, name, ...cut })));
      if (!isDead) break;
      if (at > MOST) throw new Error(`${what} never ends.`);
    }
  return all;
}
