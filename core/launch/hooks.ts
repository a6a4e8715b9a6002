import type { Actor } from '../access/caller.ts';
import type { Platforms } from '../accounts/find-account.ts';
import type { AccountKey } from '../base/account-key.ts';
import type { Fault } from '../base/errors.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Clock } from '../ports/clock.ts';
import type { LaunchAd, LaunchMedia } from '../ports/launch-ad.ts';
import type { MediaFacts } from '../ports/media.ts';
import type { AdSet } from '../ports/platform-accounts.ts';
import type { Definitions, PlatformDefinition } from '../ports/platform-definition.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Write } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import type { SentLaunch } from './accept/body.ts';
import type { LaunchStatus } from './journal/records.ts';
import type { Plan } from './plan/plan.ts';
import type { AdInput } from './request-schema.ts';
import type { AdSource } from './source-schema.ts';

/** An ad of a request: its number in it, and where it stands. */
export interface AdPlace {
  readonly index: number;
  readonly path: string;
}

/** An ad whose name is built: what tokens of names are filled with. */
export interface NamedAd extends AdPlace {
  readonly media: readonly LaunchMedia[];
  readonly now: number | undefined;
  readonly timezone: string;
}

/** What a feature gives to the ads of one request. It is called in the order of its members, for one ad after the other. */
export interface Filling {
  /** Fields that `fill` may give to ads, and that other fillers are asked about. */
  readonly gives?: readonly string[];
  /** An ad with the fields that it leaves out. */
  fill?(input: AdInput, place: AdPlace): { readonly input: AdInput; readonly faults: readonly Fault[] };
  /** The name of an ad that asks for one to be built. */
  name?(naming: NonNullable<AdInput['naming']>, ad: NamedAd): { readonly name?: string; readonly faults: readonly Fault[] };
  /** The tags of the link of an ad that asks for them; undefined where it does not. */
  tags?(
    input: AdInput,
    place: AdPlace,
    definition: PlatformDefinition,
  ): { readonly tags?: string; readonly faults: readonly Fault[] } | undefined;
  /** What an ad of this platform does not get. */
  warnings?(input: AdInput, place: AdPlace, definition: PlatformDefinition): readonly Warning[];
  /** Notes what the ads were made with, once their launch was accepted. */
  note?(store: Store, companyId: string, batch: { readonly id: number; readonly at: number }): Promise<void>;
}

/** A feature that ads refer to by some of their fields. */
export interface Filler {
  /** It is asked where an ad has one of these fields, or may be given one by a filler before it. */
  readonly fields: readonly (keyof AdInput & string)[];
  read(store: Store, companyId: string): Promise<Filling>;
}

export interface PlanPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly turns?: Turns;
}

/** A launch that was checked and planned. */
export interface PlannedLaunch {
  readonly plan: Plan;
  readonly sent: SentLaunch;
  readonly ads: readonly LaunchAd[];
  readonly definitions: Definitions;
  readonly fillings: readonly Filling[];
  /** By account; undefined where the platform did not answer. */
  readonly adSets: ReadonlyMap<AccountKey, ReadonlyMap<string, AdSet> | undefined>;
  media(url: string): MediaFacts | 'missing' | undefined;
  /** The caller has agreed to this plan and to no other. */
  readonly isAgreed: boolean;
  /** Whether the caller means to launch what was launched before; undefined where they did not say. */
  readonly again: boolean | undefined;
}

/** What a feature says to a planned launch, and does when it is accepted. */
export interface Addition {
  readonly warnings?: readonly Warning[];
  /** A caller who agrees to the plan agrees to this too: it is part of the digest. */
  readonly agreed?: unknown;
  /** Ids of documents that other launches change as well. Launches that share one are committed one after the other. */
  readonly documents?: Iterable<string>;
  /**
   * What is committed with the launch, and the warnings that are true then. `isAsPlanned`: nothing has changed the
   * documents since the plan was made. Throws where the launch must not be accepted.
   */
  commit?(
    ports: PlanPorts,
    batch: { readonly batchId: string; readonly now: number; readonly isAsPlanned: boolean },
  ): Promise<{ readonly writes: readonly Write[]; readonly warnings?: readonly Warning[] }>;
  /** Called once the launch is accepted. */
  note?(ports: PlanPorts, caller: Actor): Promise<void>;
}

export interface AcceptPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: Platforms;
}

/** A launch that is about to be committed. */
export interface AcceptedLaunch {
  readonly batchId: string;
  readonly now: number;
  readonly plan: Plan;
  readonly launchStatus: LaunchStatus;
  /** The rows of a spreadsheet that each ad is written in, by ad of the request. */
  readonly sources: readonly (AdSource | undefined)[];
}

/** What launches need of the features above them, in the order of the features. */
export interface LaunchHooks {
  readonly fillers: readonly Filler[];
  readonly planned: readonly ((ports: PlanPorts, companyId: string, launch: PlannedLaunch) => Promise<Addition>)[];
  /** What is committed with a launch. Throws where it must not be accepted. */
  readonly accepted: readonly ((ports: AcceptPorts, companyId: string, launch: AcceptedLaunch) => Promise<readonly Write[]>)[];
  /** What is committed with an entry of the journal after which a batch has ended. */
  readonly ended: readonly ((companyId: string, batchId: string, entry: number) => Write)[];
  /** Takes what is needed out of batches that are about to be forgotten. */
  readonly leaving: readonly ((
    ports: { readonly store: Store; readonly secrets: Secrets },
    companyId: string,
  ) => Promise<void>)[];
}
