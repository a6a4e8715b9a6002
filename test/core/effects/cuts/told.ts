import type { Entity } from '../../../../adapters/sandbox/entity.ts';
import type { AuditEntry } from '../../../../core/access/schema.ts';
import type { Body, Kind, Request } from './kind.ts';
import { plain, sorted } from './plain.ts';
import { type Answer, heldAfter, openJobs, type Process, type World } from './world.ts';

/** A request in the world in which it is sent. */
export interface Scene {
  readonly kind: Kind;
  readonly request: Request;
  /** As it is before the request. */
  readonly world: World;
  /** Ids of the audit, before the request. */
  readonly entries: ReadonlySet<string>;
}

/** Of an object at a platform. */
interface Change {
  readonly kind: string;
  readonly id: string;
  readonly how: 'made' | 'set' | 'gone';
  readonly data?: object;
}

type Entry = Pick<AuditEntry, 'action' | 'subject' | 'details'>;

/** What everybody concerned can tell once all has ended. */
export interface Told {
  readonly answer: { readonly status: number; readonly body: Body };
  /** What the service shows of it afterwards. */
  readonly shown: unknown;
  /** What the platforms hold differently, by their own records. */
  readonly held: readonly Change[];
  readonly audit: readonly Entry[];
  readonly openJobs: readonly string[];
  /** Whether a further request gets the same answer, as that of the first. */
  readonly isReplayed: boolean;
}

/** Longer than anything takes, in simulated time. */
const PATIENCE_MS = 1_800_000;
const LOOK_MS = 5_000;
const KEY = 'the same key';

const ask = (process: Process, { path, body }: Request) => process.call('POST', path, body, KEY);

export interface Manner {
  /** Whether the request is sent once the work that is left has ended, instead of at once. */
  readonly isWorkFirst?: boolean;
  /** Told of the first answer. */
  heard?(answer: Answer): void;
}

/** The last answer of a client that asks until it knows, once all work has ended. */
export async function carriedOut(
  { kind, request }: Scene,
  world: World,
  process: Process,
  { isWorkFirst = false, heard }: Manner = {},
): Promise<Answer> {
  const worker = process.work();
  const deadline = world.clock.now() + PATIENCE_MS;
  const wait = async () => {
    if (world.clock.now() > deadline) throw new Error(`It does not end: ${await openJobs(world)}`);
    await world.clock.sleep(LOOK_MS);
  };
  const atRest = async () => {
    while ((await openJobs(world)).length > 0) await wait();
  };
  if (isWorkFirst) await atRest();
  let answer = await ask(process, request);
  heard?.(answer);
  await atRest();
  for (; kind.isPending?.(answer.body); answer = await ask(process, request)) await wait();
  await worker.stop();
  return answer;
}

/** Lets a process carry out what is left, and asks everybody. */
export async function toldBy(
  scene: Scene,
  world: World,
  process: Process,
  manner?: Manner,
): Promise<Told> {
  const { status, body } = await carriedOut(scene, world, process, manner);
  const again = await ask(process, scene.request);
  const shown = await Promise.all(
    (scene.kind.shows?.(body) ?? []).map((path) => process.call('GET', path)),
  );
  const changes = sorted(changesIn(scene.world, world));
  const entries = (await audited(process)).filter(({ id }) => !scene.entries.has(id));
  return {
    answer: plain({ status, body }),
    shown: plain(shown.map((each) => each.body)),
    held: plain(changes),
    audit: plain(
      sorted(entries.map(({ action, subject, details }) => ({ action, subject, details }))),
    ),
    openJobs: await openJobs(world),
    isReplayed: again.replayed && isSame(again.body, body),
  };
}

export const audited = async (process: Process): Promise<readonly AuditEntry[]> =>
  (await process.call('GET', '/v1/audit?limit=200')).body.data;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** How many of each: `made ads`, `set ads`. */
export function countsOf(changes: readonly Change[]): { readonly [change: string]: number } {
  const counts: { [change: string]: number } = {};
  for (const { kind, how } of changes)
    counts[`${how} ${kind}`] = (counts[`${how} ${kind}`] ?? 0) + 1;
  return counts;
}

/** What platforms write down besides: histories, indexes. */
const isNote = ({ kind }: Entity) => kind === 'activities' || kind.startsWith('.');

function changesIn(before: World, after: World): readonly Change[] {
  const known = heldAfter(before.recorded);
  const now = heldAfter(after.recorded);
  const gone = [...known.values()].filter((each) => !isNote(each) && !now.has(each.id));
  const changed = [...now.values()].filter((each) => !isNote(each) && known.get(each.id) !== each);
  return [
    ...gone.map(({ kind, id }): Change => ({ kind, id, how: 'gone' })),
    ...changed.map((each) => changeOf(known.get(each.id), each)),
  ];
}

function changeOf(before: Entity | undefined, { kind, id, parents, data }: Entity): Change {
  if (before === undefined) return { kind, id, how: 'made', data: { ...data, parents } };
  const names = [...new Set([...Object.keys(before.data), ...Object.keys(data)])];
  const changed = names.filter((name) => !isSame(before.data[name], data[name]));
  return {
    kind,
    id,
    how: 'set',
    data: Object.fromEntries(changed.map((name) => [name, data[name]])),
  };
}
