import type { JsonObject } from './entity.ts';
import type { FaultRule } from './faults.ts';
import type { ArrivalOrder } from './kit/comments.ts';
import type { World } from './world.ts';

/**
 * What a simulation offers to those who rehearse on it without knowing its platform: the conformance suite, the chaos
 * and soak runs, the demo, the benchmarks, and the page of faults in the dashboard.
 */
export interface Stage {
  /** An account of the demo company. It takes ads, and has delivered. */
  readonly account: { readonly id: string; readonly currency: string; readonly timezone: string };
  /** Ad sets of that account without ads. */
  readonly adSetIds: readonly [string, string, ...string[]];
  /** How many ads one ad set takes. */
  readonly room: number;
  /**
   * Adds ad sets to that account, made an hour ago, so that no list leaves them out for being new; each with so many
   * paused ads, named `Ad 1`, `Ad 2`, …. Answers their ids.
   */
  addAdSets(world: World, count: number, ads: number): readonly string[];
  /** The fields that every ad of the account needs, as a request names them. */
  readonly fields: { readonly [field: string]: string };
  /** What the ad of that number is made of, as a request says it: of every ten, some of each type the platform takes. */
  shapeOf(number: number): { readonly media: readonly object[]; readonly [field: string]: unknown };
  /**
   * The fewest calls, as the platform counts them, in which its protocol lets so many ads be launched that share so many
   * pictures, in so many ad sets with as many ads each. Absent: not worked out.
   */
  leastCalls?(launch: { readonly ads: number; readonly pictures: number; readonly adSets: number }): number;
  /** What its ads can show; empty where they are words alone. */
  readonly media: readonly MediaType[];
  /** Images are absent where they are no objects of their own, but part of what shows them. */
  readonly objects: { readonly [kind in Exclude<ObjectKind, 'image'>]: HeldKind } & { readonly image?: HeldKind };
  /** Rules that play each trouble, wherever they are addressed. */
  readonly troubles: { readonly [trouble in Trouble]: FaultRule };
  /** What the platform does to launches on a bad day, as shares of all calls. */
  readonly badDay: readonly FaultRule[];
  /** The same for copies. */
  readonly badDayForCopies: readonly FaultRule[];
  /** Days before today on which the account has delivered, and has not. */
  readonly daysAgo: { readonly delivering: number; readonly quiet: number };
  /** What the platform takes beside launches, by what is tried with it. One that is absent is not offered there. */
  readonly samples: StageSamples;
  /** Absent where nothing can be said under ads. */
  readonly comments?: StageComments;
  /** What only this platform does, for people who want to see it go wrong. */
  readonly favourites: readonly Favourite[];
}

/** Comments under one ad of the account. */
export interface StageComments {
  readonly adId: string;
  /** Has people comment on that ad, in its first thread. */
  arrive(world: World, order: ArrivalOrder): void;
  /** How the platform holds replies: `text` and `parent` are where their text, and the comment they are to, stand. */
  readonly reply: { readonly kind: string; readonly path: string; readonly text: string; readonly parent: string };
  /** What the platform does to replies on a bad day, as shares of all calls. */
  readonly badDay: readonly FaultRule[];
}

/** Requests that the platform accepts, in its own words. */
export interface StageSamples {
  /** An identity of the account with posts, as the list of identities names it. */
  readonly postsOf?: string;
  /** A format of previews. */
  readonly previewFormat?: string;
  /** A search that finds places. */
  readonly place?: { readonly text: string; readonly types: readonly string[]; readonly country: string };
  /** A new campaign, and a new ad set of such a campaign, beside account, name and campaign. Budgets are by the day. */
  readonly campaign?: NewObject;
  readonly adSet?: NewObject;
  /** False where ad sets hold no budgets: then those of campaigns are tried alone. */
  readonly adSetBudgets?: boolean;
  /** The path of the request for copies that the platform makes while it is waited for, and in the background. */
  readonly copy?: string;
  readonly backgroundCopy?: string;
  /** Where events of the account can be sent, the path of the request, and what each event needs beside id, name and time. */
  readonly conversions?: {
    readonly destination: string;
    readonly path: string;
    readonly fields: { readonly [field: string]: unknown };
  };
  /** Budgets have no least amount that is known. */
  readonly anyBudget?: true;
  /** A rule by which reports are refused for being too large. */
  readonly tooLargeReport?: FaultRule;
}

export interface NewObject {
  readonly dailyBudget: number;
  readonly [field: string]: unknown;
}

export type MediaType = 'image' | 'video';

/** Objects that every platform has. Where creatives are part of the ad, a creative is held as its ad. */
export type ObjectKind = 'campaign' | 'adSet' | 'creative' | 'ad' | MediaType;

/** How the platform holds one kind of object. */
export interface HeldKind {
  /** Its kind in the world. */
  readonly kind: string;
  /** The path of the request that makes one. */
  readonly path: string;
  /** Where its name stands. */
  readonly name: string;
  /** Where the id of the object above it stands, below the account. */
  readonly parent?: string;
}

/** What can go wrong with a write, on every platform. */
export type Trouble =
  /** Carried out, then the connection broke. */
  | 'answer lost'
  /** Carried out, yet answered as a failure of the platform. */
  | 'failed but done'
  /** The connection broke before anything was done. */
  | 'cut before'
  /** A page of HTML instead of an answer, nothing done. */
  | 'html'
  /** Refused for now: too many calls. */
  | 'throttled'
  /** Refused for good: the token is dead. */
  | 'token dead';

/** Faults that belong together, in words for people. */
export interface Favourite {
  readonly title: string;
  readonly what: string;
  readonly rules: readonly FaultRule[];
}

export type HeldStatus = 'ACTIVE' | 'PAUSED' | 'DELETED';

/** An object as the platform holds it, in words that are the same for all platforms. */
export interface HeldObject {
  readonly id: string;
  readonly name?: string;
  readonly status?: HeldStatus;
  readonly parentId?: string;
}

/** What a simulation needs for its objects to be looked at. */
export interface Holder {
  readonly stage: Pick<Stage, 'objects'>;
  statusOf(data: JsonObject): HeldStatus | undefined;
}

/** The list that `GET /_sandbox/state?objects=1` answers, by kind in the world. */
export type HeldLists = { readonly [kind: string]: readonly (JsonObject & { readonly id: string })[] };

/** Objects of a kind out of that list, deleted ones too. */
export function heldObjects({ stage, statusOf }: Holder, lists: HeldLists, kind: ObjectKind): readonly HeldObject[] {
  const as = stage.objects[kind];
  if (as === undefined) return [];
  const { kind: collection, name, parent = '' } = as;
  return (lists[collection] ?? []).map((data) => {
    const [called, parentId, status] = [data[name], data[parent], statusOf(data)];
    return {
      id: data.id,
      ...(typeof called === 'string' && { name: called }),
      ...(typeof parentId === 'string' && { parentId }),
      ...(status !== undefined && { status }),
    };
  });
}
