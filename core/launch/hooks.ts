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

export interface AdPlace {
  readonly index: number;
  readonly path: string;
}

interface NamedAd extends AdPlace {
  readonly media: readonly LaunchMedia[];
  readonly now: number | undefined;
  readonly timezone: string;
}

/**
 * What a feature gives to the ads of one request. Called in the order of its members, for one ad
 * after the other.
 */
export interface Filling {
  /** Fields that `fill` may give, about which other fillers are then asked. */
  readonly gives?: readonly string[];
  fill?(
    input: AdInput,
    place: AdPlace,
  ): { readonly input: AdInput; readonly faults: readonly Fault[] };
  name?(
    naming: NonNullable<AdInput['naming']>,
    ad: NamedAd,
  ): { readonly name?: string; readonly faults: readonly Fault[] };
  /** Undefined where the ad does not ask for tags. */
  tags?(
    input: AdInput,
    place: AdPlace,
    definition: PlatformDefinition,
  ): { readonly tags?: string; readonly faults: readonly Fault[] } | undefined;
  warnings?(input: AdInput, place: AdPlace, definition: PlatformDefinition): readonly Warning[];
  note?(
    store: Store,
    companyId: string,
    batch: { readonly id: number; readonly at: number },
  ): Promise<void>;
}

export interface Filler {
  /** It is read where an ad has one of these fields, or may be given one by an earlier filler. */
  readonly fields: readonly (keyof AdInput & string)[];
  read(store: Store, companyId: string): Promise<Filling>;
}

export interface PlanPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly turns?: Turns;
}

export interface PlannedLaunch {
  readonly plan: Plan;
  readonly sent: SentLaunch;
  readonly ads: readonly LaunchAd[];
  readonly definitions: Definitions;
  readonly fillings: readonly Filling[];
  readonly adSets: ReadonlyMap<AccountKey, ReadonlyMap<string, AdSet> | undefined>;
  media(url: string): MediaFacts | 'missing' | undefined;
  /** The caller has agreed to this plan only. */
  readonly isAgreed: boolean;
  /** Whether to launch what was launched before; undefined where the caller did not say. */
  readonly again: boolean | undefined;
}

export interface Addition {
  readonly warnings?: readonly Warning[];
  /** Part of the digest that a caller agrees to. */
  readonly agreed?: unknown;
  /**
   * Documents that other launches change too: launches that share one are committed one after the
   * other.
   */
  readonly documents?: Iterable<string>;
  /**
   * Answers what is committed with the launch. `isAsPlanned`: the documents have not changed since
   * the plan was made. Throws where the launch must not be accepted.
   */
  commit?(
    ports: PlanPorts,
    batch: { readonly batchId: string; readonly now: number; readonly isAsPlanned: boolean },
  ): Promise<{ readonly writes: readonly Write[]; readonly warnings?: readonly Warning[] }>;
  note?(ports: PlanPorts, caller: Actor): Promise<void>;
}

export interface AcceptPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platforms: Platforms;
}

interface CheckPorts extends AcceptPorts {
  readonly secrets: Secrets;
}

export interface AcceptedLaunch {
  readonly batchId: string;
  readonly now: number;
  readonly plan: Plan;
  readonly launchStatus: LaunchStatus;
  readonly sources: readonly (AdSource | undefined)[];
  /** The failed ads of earlier batches that these replace. */
  readonly corrects: readonly (string | undefined)[];
}

/** In the order of the features. */
export interface LaunchHooks {
  readonly fillers: readonly Filler[];
  /** Faults that only the platform can tell of, asked before the launch is planned. */
  readonly checked: readonly ((
    ports: CheckPorts,
    companyId: string,
    ads: readonly LaunchAd[],
  ) => Promise<readonly Fault[]>)[];
  readonly planned: readonly ((
    ports: PlanPorts,
    companyId: string,
    launch: PlannedLaunch,
  ) => Promise<Addition>)[];
  /** Committed with a launch. Throws where it must not be accepted. */
  readonly accepted: readonly ((
    ports: AcceptPorts,
    companyId: string,
    launch: AcceptedLaunch,
  ) => Promise<readonly Write[]>)[];
  readonly ended: readonly ((companyId: string, batchId: string, entry: number) => Write)[];
  /** Called before batches are forgotten. */
  readonly leaving: readonly ((
    ports: { readonly store: Store; readonly secrets: Secrets },
    companyId: string,
  ) => Promise<void>)[];
}
