import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import type { HeldLists } from '../../adapters/sandbox/stage.ts';
import {
  control,
  type Death,
  dyingAt,
  liveOn,
  queuedBy,
  type World,
  workingUntil,
} from './lives.ts';
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
  ask(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer['body']>;
  /** The same, and the subjects of the jobs that were queued. */
  queue(
    request: Request,
  ): Promise<{ readonly answer: Answer['body']; readonly subjects: readonly string[] }>;
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

/** Something that is asked for, and where it is to be cut. */
export type Asked = Pick<Cut, 'wishes'> & { readonly request: Request };

export interface Scenario {
  readonly what: string;
  /** Whether the process that answers dies over it, or a worker that was left the work. */
  readonly dies: 'request' | 'worker';
  /** Makes all that is needed, and says what to ask for. */
  prepare(tools: Tools, name: string, death: Death): Promise<readonly Asked[]>;
  /** How many commits or calls lie between two deaths. Default 1. */
  readonly step?: number;
  /**
   * The kinds of death, and how many of each. Default: all, until what is asked for ends by itself.
   */
  readonly deaths?: { readonly [when in Death['when']]?: number };
  /** Whether what is left can be known by nobody. */
  isUnknowable?(tools: Tools, asked: Asked): Promise<boolean>;
}

export async function toolsOf(world: World, apiKey: string): Promise<Tools> {
  const living = await liveOn(world);
  const ask = async (method: string, request: Request): Promise<Answer['body']> => {
    const { status, body } = await living.ask(method, request, apiKey);
    if (status >= 300)
      throw new Error(`${method} ${request.path} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const told = (method: string, path: string, body?: object) =>
    control(world.sandbox, method, path, body);
  return {
    simulations: world.version.simulations.simulations,
    now: () => world.clock.now(),
    ask: (method, path, body = {}, key) =>
      ask(method, { path, body, ...(key !== undefined && { key }) }),
    async queue(request) {
      let answer: Answer['body'];
      const subjects = await queuedBy(world.store, async () => {
        answer = await ask('POST', request);
      });
      return { answer, subjects };
    },
    finish: async (subject, isDone) =>
      void (await workingUntil(
        world,
        { at: Number.POSITIVE_INFINITY, when: 'after' },
        subject,
        isDone,
      )),
    dyingOver: (request, death) =>
      dyingAt(world, death, async (process) => {
        const { status, body } = await process.ask('POST', request, apiKey);
        if (status >= 300)
          throw new Error(`${request.path} was answered ${status}: ${JSON.stringify(body)}`);
      }),
    workingUntil: (subject, death) => workingUntil(world, death, subject),
    control: told,
    async addAdSets({ name }, count, ads = 0) {
      const answer = (await told('POST', 'ad-sets', { platform: name, count, ads })) as {
        readonly adSetIds: readonly string[];
      };
      return answer.adSetIds;
    },
    lists: async () =>
      ((await told('GET', 'state?objects=1')) as { readonly list: HeldLists }).list,
  };
}

const MOST = 300;
/** The last death of each kind comes too late: what has ended must stay as it is. */
const EVERYWHERE: NonNullable<Scenario['deaths']> = { after: MOST, before: MOST, call: MOST };

/** Plays a scenario with its deaths: after commits, before commits, after calls. */
export async function cutEverywhere(tools: Tools, scenario: Scenario): Promise<readonly Cut[]> {
  const { what, step = 1, deaths = EVERYWHERE } = scenario;
  const all: Cut[] = [];
  for (const when of ['after', 'before', 'call'] as const)
    for (let at = 1; at <= (deaths[when] ?? 0); at += step) {
      const name = `Cut ${what} ${when} ${at}`;
      const cuts = await cutOnce(tools, scenario, name, { at, when });
      all.push(...cuts.map(({ isDead: _isDead, ...cut }) => ({ what, name, ...cut })));
      if (!cuts.some(({ isDead }) => isDead)) break;
      if (at + step > MOST) throw new Error(`${what} never ends.`);
    }
  return all;
}

async function cutOnce(
  tools: Tools,
  { prepare, dies, isUnknowable }: Scenario,
  name: string,
  death: Death,
) {
  const cuts: (Fate & Pick<Cut, 'request' | 'wishes'>)[] = [];
  for (const asked of await prepare(tools, name, death)) {
    const { request, wishes } = asked;
    const { isDead } =
      dies === 'request'
        ? await tools.dyingOver(request, death)
        : await leftToWorker(tools, request, death);
    cuts.push({
      isDead,
      wishes,
      ...(!(isDead && (await isUnknowable?.(tools, asked))) && { request }),
    });
  }
  return cuts;
}

async function leftToWorker(tools: Tools, request: Request, death: Death): Promise<Fate> {
  const { subjects } = await tools.queue(request);
  const [subject] = subjects;
  if (subject === undefined) throw new Error(`${request.path} left nothing to do.`);
  return tools.workingUntil(subject, death);
}
