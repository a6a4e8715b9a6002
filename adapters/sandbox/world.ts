import type { Clock } from '../../core/ports/clock.ts';
import type { Entity, Json, JsonObject } from './entity.ts';
import { createNoteBook, type NoteChanges, type Notes } from './notes.ts';

/** Values remembered at a time. */
const MOST = 500;
/** Characters of the longest remembered value. */
const LONGEST = 10_000;

/** Another world's entities are taken as they are. */
const done = new WeakSet<Entity>();

/** Shares equal values: 10,000 creatives of a launch hold the same sixty features. */
function createEqualValues(): (entity: Entity) => Entity {
  const known = new Map<string, Json>();
  const shared = <T extends Json>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const found = known.get(text);
    if (found !== undefined) return found as T;
    if (text.length > LONGEST) return value;
    if (known.size >= MOST) known.clear();
    known.set(text, value);
    return value;
  };
  return (entity) => {
    if (done.has(entity)) return entity;
    const data: { [name: string]: Json } = { ...entity.data };
    for (const name in data) data[name] = shared(data[name] as Json);
    const sharing = { ...entity, parents: shared(entity.parents), data };
    done.add(sharing);
    return sharing;
  };
}

/** In order. Recorded whole or not at all. */
export interface StateChange {
  readonly sequence: number;
  readonly clockOffset: number;
  readonly put: readonly Entity[];
  readonly drop: readonly string[];
  readonly notes?: NoteChanges<Json>;
}

export interface SandboxState {
  /** Oldest first. */
  load(): readonly StateChange[];
  /** Durable when it returns. */
  append(change: StateChange): void;
  clear(): void;
  /** May be called twice. */
  close(): void;
}

/** How a world behaves beyond its seed. It is not kept with its state. */
export interface Manners {
  /** Days after which the last conversions of a day are known. Default 0: at once. */
  readonly lateDays?: number;
  /** Asked for each call: the faults that it meets, as in the header `X-Sandbox-Fault`. */
  readonly script?: (call: ScriptedCall) => string | undefined;
  /** By name of the simulation, the one version that it answers. Default: every living one. */
  readonly versions?: { readonly [platform: string]: string };
}

export interface ScriptedCall {
  /** Name of the simulation. */
  readonly platform: string;
  readonly method: string;
  readonly path: string;
  readonly account: string | undefined;
}

export const memoryState = (): SandboxState => ({
  load: () => [],
  append: () => {},
  clear: () => {},
  close: () => {},
});

export interface World {
  /** Of metrics, dice and trace ids. */
  readonly seed: number;
  readonly manners: Manners;
  /** The clock's time plus advances. Never goes back. */
  now(): number;
  sleep(ms: number): Promise<void>;
  advance(ms: number): void;
  /** 1, 2, 3, …; unique across restarts. */
  sequence(): number;
  get(id: string): Entity | undefined;
  add(entity: Omit<Entity, 'created' | 'updated'> & { readonly created?: number }): Entity;
  /** Merges; `null` removes a field. `parents` replaces the parents. */
  change(id: string, data: JsonObject, parents?: readonly string[]): Entity;
  remove(id: string): void;
  /** Ids in order of creation. */
  under(kind: string, parent: string): readonly string[];
  /** Ids in order of creation. */
  all(kind: string): readonly string[];
  /** In order of creation. */
  entities(kind: string, parent?: string): readonly Entity[];
  kinds(): readonly string[];
  /** Writing them leaves `version` the same. */
  readonly notes: Notes<Json>;
  /** Derived values hold while it stays the same. */
  version(): number;
  /** Called before an answer leaves. */
  flush(): void;
  /** Also empties the record. */
  clear(): void;
  /** Whether the record held anything at start. */
  readonly restored: boolean;
}

interface WorldOptions {
  readonly clock: Clock;
  readonly seed: number;
  readonly state: SandboxState;
  readonly manners?: Manners;
}

export function createWorld(options: WorldOptions): World {
  const { clock, state, seed, manners = {} } = options;
  const entities = new Map<string, Entity>();
  const lists = new Map<string, string[]>();
  let sequence = 0;
  let version = 0;
  let offset = 0;
  let flushedOffset = 0;
  let put = new Map<string, Entity>();
  let drop: string[] = [];
  const notes = createNoteBook<Json>();
  const sharing = createEqualValues();

  const listKey = (kind: string, parent: string) => `${kind} ${parent}`;

  const enlist = (entity: Entity, parent: string) => {
    const key = listKey(entity.kind, parent);
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [entity.id]);
    else list.push(entity.id);
  };

  const delist = (entity: Entity, parent: string) => {
    const list = lists.get(listKey(entity.kind, parent));
    const at = list?.lastIndexOf(entity.id) ?? -1;
    if (at >= 0) list?.splice(at, 1);
  };

  const relist = (before: Entity, parents: readonly string[]) => {
    for (const parent of before.parents) if (!parents.includes(parent)) delist(before, parent);
    for (const parent of parents) if (!before.parents.includes(parent)) enlist(before, parent);
  };

  const store = (entity: Entity) => {
    const before = entities.get(entity.id);
    if (before === undefined) for (const parent of ['', ...entity.parents]) enlist(entity, parent);
    else if (before.parents !== entity.parents) relist(before, entity.parents);
    entities.set(entity.id, entity);
  };

  const forget = (id: string) => {
    const entity = entities.get(id);
    if (entity === undefined) return;
    entities.delete(id);
    for (const parent of ['', ...entity.parents]) delist(entity, parent);
  };

  const record = (given: Entity): Entity => {
    const entity = sharing(given);
    version += 1;
    store(entity);
    if (drop.length > 0) drop = drop.filter((id) => id !== entity.id);
    put.set(entity.id, entity);
    return entity;
  };

  const changes = state.load();
  for (const change of changes) {
    for (const entity of change.put) store(sharing(entity));
    for (const id of change.drop) forget(id);
    notes.replay(change.notes ?? {});
    sequence = Math.max(sequence, change.sequence);
    offset = change.clockOffset;
  }
  flushedOffset = offset;

  // Goes on where this machine's clock is set back, also while no sandbox ran.
  let latest = [...entities.values()].reduce((last, { updated }) => Math.max(last, updated), 0);
  let latestAt = clock.monotonic();
  const now = () => {
    const at = clock.monotonic();
    latest = Math.max(clock.now() + offset, latest + (at - latestAt));
    latestAt = at;
    return Math.floor(latest);
  };

  return {
    seed,
    manners,
    restored: changes.length > 0,
    now,
    sleep: (ms) => clock.sleep(ms),
    advance(ms) {
      offset += ms;
      latest += ms;
    },
    sequence: () => ++sequence,
    get: (id) => entities.get(id),
    add(entity) {
      const created = entity.created ?? now();
      return record({ ...entity, created, updated: created });
    },
    change(id, data, parents) {
      const before = entities.get(id);
      if (before === undefined) throw new Error(`The sandbox has no object ${id}.`);
      const merged = Object.fromEntries(
        Object.entries({ ...before.data, ...data }).filter(([, value]) => value !== null),
      );
      return record({
        ...before,
        parents: parents ?? before.parents,
        data: merged,
        updated: now(),
      });
    },
    remove(id) {
      version += 1;
      forget(id);
      put.delete(id);
      drop.push(id);
    },
    under: (kind, parent) => lists.get(listKey(kind, parent)) ?? [],
    all: (kind) => lists.get(listKey(kind, '')) ?? [],
    entities: (kind, parent = '') =>
      (lists.get(listKey(kind, parent)) ?? []).flatMap((id) => entities.get(id) ?? []),
    notes,
    version: () => version,
    kinds: () =>
      [...lists.keys()].filter((key) => key.endsWith(' ')).map((key) => key.slice(0, -1)),
    flush() {
      const changed = notes.takeChanges();
      if (put.size === 0 && drop.length === 0 && changed === undefined && offset === flushedOffset)
        return;
      state.append({
        sequence,
        clockOffset: offset,
        put: [...put.values()],
        drop,
        ...(changed && { notes: changed }),
      });
      flushedOffset = offset;
      put = new Map();
      drop = [];
    },
    clear() {
      version += 1;
      entities.clear();
      lists.clear();
      put = new Map();
      drop = [];
      notes.clear();
      sequence = 0;
      offset = 0;
      latest = 0;
      flushedOffset = 0;
      state.clear();
    },
  };
}
