import type { Entity, JsonObject } from '../entity.ts';
import type { HeldStatus } from '../stage.ts';
import type { World } from '../world.ts';
import { addDays, dayOf, startOfDay } from './calendar.ts';
import { within } from './json.ts';

const day = 86_400_000;

/** Sixty days ago. */
export const seedStart = (world: World, zone: string): number =>
  startOfDay(addDays(dayOf(world.now(), zone), -60), zone);

type TreeLevel = 'campaign' | 'adSet' | 'ad';
/** 1 runs, 2 was paused ten days ago, 3 began thirty days later, 4 was deleted. */
type AdNumber = 1 | 2 | 3 | 4;

/** Digits of the levels in ids. */
export const digits = { campaign: 1, adSet: 2, ad: 3 } as const;

/** Fixed, so that tests can name them. */
export interface TreeIds<Name extends string> {
  readonly names: readonly Name[];
  campaign(account: string, name: Name): string;
  adSet(account: string, name: Name, number: number): string;
  /** Its ads have delivered. */
  delivering(account: string, name: Name): string;
  /** Ad sets without ads. */
  empty(account: string, name: Name): readonly string[];
  ad(account: string, name: Name, number: AdNumber): string;
}

/**
 * @param names campaigns of each account, in the order of their numbers
 * @param emptyIn ad sets without ads per campaign: by default 12 in the first, else one
 */
export function treeIds<Name extends string>(
  names: readonly Name[],
  idOf: (account: string, level: TreeLevel, number: number) => string,
  emptyIn: (account: string, name: Name) => number = (_account, name) =>
    name === names[0] ? 12 : 1,
): TreeIds<Name> {
  const numberOf = (name: Name) => names.indexOf(name) + 1;
  const adSet = (account: string, name: Name, number: number) =>
    idOf(account, 'adSet', numberOf(name) * 100 + number);
  return {
    names,
    adSet,
    campaign: (account, name) => idOf(account, 'campaign', numberOf(name)),
    delivering: (account, name) => adSet(account, name, 1),
    empty: (account, name) =>
      Array.from({ length: emptyIn(account, name) }, (_, i) => adSet(account, name, 11 + i)),
    ad: (account, name, number) => idOf(account, 'ad', numberOf(name) * 100 + number),
  };
}

/** Data of each level; `spans` are added. */
interface Tree<Name extends string> {
  readonly ids: TreeIds<Name>;
  readonly kinds: { readonly [level in TreeLevel]: string };
  /** Called before what is below is made. */
  campaign(name: Name, title: string): JsonObject;
  adSet(name: Name, title: string, campaign: Entity): JsonObject;
  ad(name: Name, seeded: SeededAd, adSet: Entity): JsonObject;
  made?(level: TreeLevel, entity: Entity, seeded?: SeededAd): void;
}

interface SeededAd {
  readonly id: string;
  readonly number: AdNumber;
  readonly status: HeldStatus;
  readonly from: number;
  /** Null while it runs. */
  readonly to: number | null;
}

/**
 * Campaigns begun at `start`, with an ad set that has delivered and empty ones; without empty ones,
 * with none.
 */
export function seedTree<Name extends string>(
  world: World,
  account: Entity,
  start: number,
  tree: Tree<Name>,
): void {
  const { ids, kinds } = tree;
  const add = (
    level: TreeLevel,
    id: string,
    {
      above,
      data,
      seeded,
    }: {
      readonly above: readonly string[];
      readonly data: JsonObject;
      readonly seeded?: SeededAd | undefined;
    },
  ): Entity => {
    const { from = start, to = null } = seeded ?? {};
    const entity = world.add({
      id,
      kind: kinds[level],
      ...within(account, ...above),
      created: from,
      data: { ...data, spans: [[from, to]] },
    });
    tree.made?.(level, entity, seeded);
    return entity;
  };
  for (const name of ids.names) {
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const campaign = add('campaign', ids.campaign(account.id, name), {
      above: [],
      data: tree.campaign(name, title),
    });
    const empty = ids.empty(account.id, name);
    if (empty.length === 0) continue;
    const first = add('adSet', ids.delivering(account.id, name), {
      above: [campaign.id],
      data: tree.adSet(name, `${title} delivering`, campaign),
    });
    for (const seeded of seededAds(start, world.now())) {
      const ad = { ...seeded, id: ids.ad(account.id, name, seeded.number) };
      add('ad', ad.id, {
        above: [campaign.id, first.id],
        data: tree.ad(name, ad, first),
        seeded: ad,
      });
    }
    for (const [i, id] of empty.entries())
      add('adSet', id, {
        above: [campaign.id],
        data: tree.adSet(name, `${title} open ${i + 1}`, campaign),
      });
  }
}

const seededAds = (start: number, now: number): readonly Omit<SeededAd, 'id'>[] => [
  { number: 1, status: 'ACTIVE', from: start, to: null },
  { number: 2, status: 'PAUSED', from: start, to: now - 10 * day },
  { number: 3, status: 'ACTIVE', from: start + 30 * day, to: null },
  { number: 4, status: 'DELETED', from: start, to: now - 20 * day },
];

interface Room {
  adSet(name: string): Entity;
  ad(adSet: Entity, name: string): void;
}

/** `addAdSets` of a stage. */
export const rooms =
  (account: string, room: (world: World, owner: Entity, created: number) => Room) =>
  (world: World, count: number, ads: number): readonly string[] => {
    const { adSet, ad } = room(world, found(world, account), world.now() - 3_600_000);
    return Array.from({ length: count }, (_, i) => {
      const made = adSet(`Room ${i + 1}`);
      for (let number = 1; number <= ads; number += 1) ad(made, `Ad ${number}`);
      return made.id;
    });
  };

/** A seeded object. */
export function found(world: World, id: string): Entity {
  const entity = world.get(id);
  if (entity === undefined) throw new Error('The sandbox has no demo company.');
  return entity;
}

/** `adSetIds` of a stage. */
export const severalOf = ([first = '', second = '', ...others]: readonly string[]) =>
  [first, second, ...others] as const;
