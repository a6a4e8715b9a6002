import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { createClient } from '../../../adapters/sandbox/client.ts';
import { plantTree } from '../../manage/tree.ts';
import type { Told } from './told.ts';
import { openJobs, type Process, type World } from './world.ts';

/** One kind of thing that is done once at a platform. */
export interface Kind {
  readonly title: string;
  /** Default: the primary one. */
  readonly platforms?: readonly string[];
  /** Answers the request that is carried out once. */
  prepare(house: House): Promise<Request>;
  /** Whether the client has to ask again to know the end. */
  isPending?(body: Body): boolean;
  /** Addresses that tell what became of it. */
  shows?(body: Body): readonly string[];
  /**
   * How many objects of each kind the platforms hold differently in the end, by their own records:
   * `made ads`, `set ads`.
   */
  readonly counts: { readonly [change: string]: number };
  /** Among them. */
  readonly values?: readonly {
    readonly kind: string;
    readonly how?: 'made' | 'set' | 'gone';
    readonly data: object;
  }[];
  /** How many commits it has at least. Default 4. */
  readonly least?: number;
  /**
   * What is told otherwise after some cuts today, and why. Nothing else may differ, and each of
   * these must.
   */
  readonly known?: { readonly [member in keyof Told]?: Known };
}

/** What is told otherwise after some cuts. */
export interface Known {
  readonly because: string;
  /** Whether it is just that. */
  isIt(told: Told, whole: Told): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are operations.
export type Body = any;

export interface Request {
  readonly path: string;
  readonly body?: object;
}

/** A process that prepares a world. */
export interface House extends Process {
  readonly world: World;
}

export const account = seed.accounts.eur;
export const business = { businessId: account };
export const own = { accountId: account };

interface Grown {
  readonly campaign?: object;
  readonly adSet?: object;
}

/** A campaign with active ad sets that hold so many active ads each. */
export const tree = ({ world }: House, ads: readonly number[], more: Grown = {}) =>
  plantTree(createClient(world), ads, {
    adSet: { daily_budget: 5_000, status: 'ACTIVE' },
    ...more,
  });

/** The answer of a request that belongs to the preparation. */
export async function done(
  { call }: House,
  { path, body }: Request,
  method = 'POST',
): Promise<Body> {
  const { status, body: answer } = await call(method, path, body);
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Works until nothing is left of what was asked for. */
export async function workedOff(house: House): Promise<void> {
  const worker = house.work();
  while ((await openJobs(house.world)).length > 0) await house.world.clock.sleep(1_000);
  await worker.stop();
}

/** Asks the simulated platforms. */
export async function control(
  { world }: House,
  path: string,
  body: object,
  method = 'POST',
): Promise<Body> {
  const request = new Request(`http://sandbox.test/_sandbox/${path}`, {
    method,
    body: JSON.stringify(body),
  });
  const response = await world.sandbox.fetch(request);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Lets the service do all that it does by itself, until something is there. */
export async function awaited<T>(house: House, look: () => Promise<T | undefined>): Promise<T> {
  const worker = house.work(true);
  for (let looks = 0; looks < 500; looks += 1) {
    const found = await look();
    if (found !== undefined) {
      await worker.stop();
      return found;
    }
    await house.world.clock.sleep(10_000);
  }
  throw new Error('It never came.');
}
