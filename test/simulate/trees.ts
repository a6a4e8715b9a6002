import type { EntityType } from '../../core/ports/platform-accounts.ts';
import type { Thing, Things } from './things.ts';

/**
 * A campaign with its ad sets and ads that one launch makes, by the names that nobody else gives.
 */
export interface Tree {
  /** Absent where the ad sets go into a campaign that exists. */
  readonly campaign?: string;
  /** The campaign that exists. */
  readonly campaignId?: string;
  readonly adSets: readonly string[];
  readonly ads: readonly { readonly name: string; readonly adSet: string }[];
  readonly isActive: boolean;
}

/** What the launches of a story make above their ads. */
export interface TreeBook {
  readonly all: Tree[];
  /** What people switch on or off themselves. */
  readonly switched: Set<string>;
  /** Something that may deliver though not all of it is there. */
  halfDelivering(): string | undefined;
}

/** All that was ever made under this name, copies aside. */
export const madeAs = (things: Things, type: EntityType, name: string): readonly Thing[] =>
  [...things.all.values()].filter(
    (each) => each.madeAs === name && each.type === type && each.copiedFrom === undefined,
  );

export const adsOf = (things: Things, { name, adSet }: Tree['ads'][number]): readonly Thing[] =>
  madeAs(things, 'ad', name).filter(({ parent = '' }) => things.get(parent)?.madeAs === adSet);

/** What is switched on last, with the ads that must be in it by then. */
const topsOf = ({ campaign, adSets, ads }: Tree) =>
  campaign !== undefined
    ? [{ type: 'campaign' as const, name: campaign, adSets, ads }]
    : adSets.map((name) => ({
        type: 'adset' as const,
        name,
        adSets: [],
        ads: ads.filter(({ adSet }) => adSet === name),
      }));

export function createTreeBook(things: Things): TreeBook {
  const all: Tree[] = [];
  const switched = new Set<string>();
  return {
    all,
    switched,
    halfDelivering() {
      for (const tree of all)
        for (const { type, name, adSets, ads } of topsOf(tree))
          for (const top of madeAs(things, type, name)) {
            if (top.status !== 'ACTIVE' || switched.has(top.id)) continue;
            const missing =
              adSets.find((each) => madeAs(things, 'adset', each).length === 0) ??
              ads.find((each) => adsOf(things, each).length === 0)?.name;
            if (missing !== undefined) return `${name} is switched on, and ${missing} is not there`;
          }
      return undefined;
    },
  };
}
