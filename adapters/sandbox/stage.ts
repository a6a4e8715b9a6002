import type { JsonObject } from './entity.ts';
import type { FaultRule } from './faults.ts';
import type { World } from './world.ts';

/**
 * For runs that do not know the platform: conformance suite, chaos, soak, demo, benchmarks, the
 * dashboard's page of faults.
 */
export interface Stage {
  /** Takes ads, and has delivered. */
  readonly account: { readonly id: string; readonly currency: string; readonly timezone: string };
  /** Without ads. */
  readonly adSetIds: readonly [string, string, ...string[]];
  /** Ads per ad set. */
  readonly room: number;
  /**
   * Made an hour ago, so that no list hides them, each with paused ads `Ad 1`, `Ad 2`, …. Answers
   * their ids.
   */
  addAdSets(world: World, count: number, ads: number): readonly string[];
  /** Fields that every ad of the account needs. */
  readonly fields: { readonly [field: string]: string };
  /** Every ten ads hold each type the platform takes. */
  shapeOf(number: number): { readonly media: readonly object[]; readonly [field: string]: unknown };
  /** The fewest counted calls. Absent: not worked out. */
  leastCalls?(launch: {
    readonly ads: number;
    readonly pictures: number;
    readonly adSets: number;
  }): number;
  /** Empty: text only. */
  readonly media: readonly MediaType[];
  /** Without `image` where images are part of other objects. */
  readonly objects: { readonly [kind in Exclude<ObjectKind, 'image'>]: HeldKind } & {
    readonly image?: HeldKind;
  };
  /** Rules that play each trouble. */
  readonly troubles: { readonly [trouble in Trouble]: FaultRule };
  /** For launches, as shares of all calls. `list-lag` is shorter than adapters wait. */
  readonly badDay: readonly FaultRule[];
  /** For copies: each object is a request with few tries, so refusals are rare. */
  readonly badDayForCopies: readonly FaultRule[];
  /** Days before today with and without delivery. */
  readonly daysAgo: { readonly delivering: number; readonly quiet: number };
  /** Absent samples are not offered. */
  readonly samples: StageSamples;
  /** Absent: ads take no comments. */
  readonly comments?: StageComments;
  /** Absent: the platform has no lead forms here. */
  readonly leads?: StageLeads;
  readonly favourites: readonly Favourite[];
  /**
   * A second family of campaigns, whose ads are made by other calls. Absent: the platform has one.
   */
  readonly automated?: Pick<Stage, 'room' | 'addAdSets' | 'fields' | 'shapeOf'>;
}

export interface ArrivalOrder {
  readonly count: number;
  readonly everyMs: number;
  /** From now. */
  readonly startMs?: number;
  readonly text?: string;
  readonly hiddenAfterMs?: number;
  readonly goneAfterMs?: number;
}

/** Leads of people who fill in a form of the stage. Times are simulated. */
export interface LeadOrder {
  readonly count: number;
  readonly everyMs: number;
  /** From now. */
  readonly startMs?: number;
  /** In addresses, to look for in a store: `word-3@people.example`. */
  readonly word?: string;
  readonly isTest?: boolean;
  /**
   * An ad with a form, which they came by. Default: an ad and the form of the stage; simulations
   * without such ads have no other.
   */
  readonly adId?: string;
  /** Entered at the platform beside the address of notices, where it has such a key. */
  readonly key?: string;
}

/** A call that the platform makes to an address of ours, as it would travel. */
export interface SignedNotice extends JsonObject {
  readonly leadId: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

export interface StageLeads {
  /** A form that takes leads. */
  readonly formId: string;
  /** What a connection needs beside the usual, so that notices can be proved. */
  readonly credentials?: { readonly [name: string]: string };
  /** Rules for reads of leads, as shares of all calls. */
  readonly badDay?: readonly FaultRule[];
  /** Answers their ids. Absent: leads cannot be read here. */
  arrive?(world: World, order: LeadOrder): readonly string[];
  /** Absent: the platform's signature is not published. */
  notices?(world: World, leadIds: readonly string[], key?: string): readonly SignedNotice[];
}

interface StageComments {
  readonly adId: string;
  /** In the ad's first thread. */
  arrive(world: World, order: ArrivalOrder): void;
  /** `text` and `parent`: fields of a reply. */
  readonly reply: {
    readonly kind: string;
    readonly path: string;
    readonly text: string;
    readonly parent: string;
  };
  /** Rules for replies, as shares of all calls. */
  readonly badDay: readonly FaultRule[];
}

/** Requests that the platform accepts. */
export interface StageSamples {
  /** An identity with posts. */
  readonly postsOf?: string;
  readonly previewFormat?: string;
  readonly place?: {
    readonly text: string;
    readonly types: readonly string[];
    readonly country: string;
  };
  /** Beside account, name and campaign. Budgets are daily. */
  readonly campaign?: NewObject;
  readonly adSet?: NewObject;
  /** False: only campaigns have budgets. */
  readonly adSetBudgets?: boolean;
  /** Two campaigns, or two ad sets of a campaign, cannot have one name. */
  readonly uniqueNames?: true;
  /** Paths of copies: synchronous, and in the background. */
  readonly copy?: string;
  readonly backgroundCopy?: string;
  /** `fields`: beside id, name and time. */
  readonly conversions?: {
    readonly destination: string;
    readonly path: string;
    readonly fields: { readonly [field: string]: unknown };
  };
  /** No least budget is known. */
  readonly anyBudget?: true;
  readonly tooLargeReport?: FaultRule;
}

export interface NewObject {
  /** Absent where only campaigns have budgets. */
  readonly dailyBudget?: number;
  readonly [field: string]: unknown;
}

export type MediaType = 'image' | 'video';

/** A creative inside an ad is held as its ad. */
export type ObjectKind = 'campaign' | 'adSet' | 'creative' | 'ad' | MediaType;

interface HeldKind {
  /** In the world. */
  readonly kind: string;
  /** Of the request that creates one. */
  readonly path: string;
  /** The field of its name. */
  readonly name: string;
  /** The field of its parent's id, below the account. */
  readonly parent?: string;
}

/** Troubles of a write, on every platform. */
export type Trouble =
  /** Carried out, then the connection broke. */
  | 'answer lost'
  /** Carried out, answered as a failure. */
  | 'failed but done'
  /** Broken before anything was done. */
  | 'cut before'
  /** HTML instead of an answer, nothing done. */
  | 'html'
  | 'throttled'
  | 'token dead';

/** In words for people. */
interface Favourite {
  readonly title: string;
  readonly what: string;
  readonly rules: readonly FaultRule[];
}

export type HeldStatus = 'ACTIVE' | 'PAUSED' | 'DELETED';

/** In the same words for all platforms. */
export interface HeldObject {
  readonly id: string;
  readonly name?: string;
  readonly status?: HeldStatus;
  readonly parentId?: string;
}

interface Holder {
  readonly stage: Pick<Stage, 'objects'>;
  statusOf(data: JsonObject): HeldStatus | undefined;
}

/** `GET /_sandbox/state?objects=1`, by kind in the world. */
export type HeldLists = {
  readonly [kind: string]: readonly (JsonObject & { readonly id: string })[];
};

/** Deleted ones too. */
export function heldObjects(
  { stage, statusOf }: Holder,
  lists: HeldLists,
  kind: ObjectKind,
): readonly HeldObject[] {
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
