import type { Platforms } from '../accounts/find-account.ts';
import type { Fault } from '../base/errors.ts';
import type { Warning } from '../base/schema/unknown-fields.ts';
import type { Clock } from '../ports/clock.ts';
import type { LaunchMedia } from '../ports/launch-ad.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Write } from '../ports/store.ts';
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
