import type { Actor } from '../access/caller.ts';
import type { CompanyUsage } from '../access/company-schema.ts';
import type { Seen } from '../accounts/workspace-view.ts';
import type { Listener } from '../events/events.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { Filler, LaunchHooks } from '../launch/hooks.ts';
import type { RunPorts } from '../launch/journal/append.ts';
import type { BodyFiller } from '../manage/hooks.ts';
import type { Clock } from '../ports/clock.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { Facts } from '../ports/facts.ts';
import type { Job, JobDone } from '../ports/jobs.ts';
import type { MediaFiles } from '../ports/media-files.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import type { SandboxCredentials } from '../ports/sandbox.ts';
import type { SealPurpose, Secrets } from '../ports/secrets.ts';
import type { Document, Kind, Store, Write } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import type { Holder } from '../records/lease.ts';
import type { ReportDimension } from '../report/group-page.ts';
import type { Operation } from './operation.ts';
import type { ServicePorts } from './ports.ts';

/** Queues that share places in a process, so that none of them waits for another. */
export type LaneName =
  | 'launches'
  | 'deliveries'
  | 'exports'
  | 'syncs'
  | 'rules'
  | 'conversions'
  | 'imports'
  | 'upkeep'
  | 'backups';

/** How one job is worked on: under which name in leases, and until when. */
export interface Work {
  readonly holder: Holder;
  readonly stopping: () => boolean;
}

/** Background work. */
export interface Queue {
  readonly lane: LaneName;
  /** Called once in each process that works. A job can be given to its handler again after any crash. */
  handler(ports: ServicePorts): (job: Job, work: Work) => Promise<JobDone>;
  /** How what waits for a job comes to its end without it. Absent: its jobs cannot be dropped. */
  drop?(ports: RunPorts, companyId: string, subject: string, holder: Holder): Promise<JobDone>;
}

/** A kind of document that holds a sealed text, so that it can be sealed again with another secret. */
export interface SealedPlace {
  readonly kind: Kind;
  readonly use: SealPurpose['use'];
  /** What people call it, in the singular. */
  readonly name: string;
  textOf(doc: Document): string | undefined;
  withText(doc: Document, text: string): Document;
}

/** What lies outside of the store for each document of a kind, and goes with it. */
export interface Outside {
  readonly kind: Kind;
  remove(ports: RemovalPorts, companyId: string, id: string, doc: Document): Promise<void>;
}

export interface RemovalPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly facts: Facts;
  readonly files: Pick<MediaFiles, 'remove'>;
  readonly exportFiles: Pick<ExportFiles, 'remove'>;
}

export const outside = <T extends Document>(
  kind: Kind<T>,
  remove: (ports: RemovalPorts, companyId: string, id: string, doc: T) => Promise<void>,
): Outside => ({ kind, remove }) as unknown as Outside;

export interface SeedPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Declares such a place with the type of its documents. */
export const sealedPlace = <T extends Document>(
  kind: Kind<T>,
  place: Pick<SealedPlace, 'use' | 'name'> & { textOf(doc: T): string | undefined; withText(doc: T, text: string): Document },
): SealedPlace => ({ ...place, kind }) as unknown as SealedPlace;

/** What operations are made from that are about all others. */
export interface Others {
  readonly definitions: readonly PlatformDefinition[];
  /** Those that are made before: for features about all others, those of all other features and of the platforms. */
  readonly operations: readonly Operation[];
  readonly features: readonly Feature[];
}

/**
 * What one folder adds to the service. Its line in registry.ts is all that the rest of the service knows of it: the list of kinds,
 * the sweep, the export of a company, sealed texts, queues, lanes, routes and the reference are derived from the declarations.
 */
export interface Feature {
  readonly name: string;
  readonly operations?: readonly Operation[] | ((others: Others) => readonly Operation[]);
  /** Its operations are about all others, and come after them. */
  readonly isAboutAll?: true;
  readonly kinds?: readonly Kind[];
  readonly queues?: { readonly [queue: string]: Queue };
  readonly sealed?: readonly SealedPlace[];
  readonly outside?: readonly Outside[];
  /** Which of its documents people see who have a role in some workspaces only. All others are shared by the company. */
  readonly seen?: readonly Seen[];
  /** Removes some of what a company keeps for a time only. */
  forget?(ports: ServicePorts, companyId: string, company: { readonly isSuspended: boolean }): Promise<Forgotten>;
  /** Called every hour for each company that is not suspended: orders work that a request which died did not. */
  watch?(ports: ServicePorts, companyId: string): Promise<void>;
  /** Hears of events. */
  listener?(ports: { readonly store: Store }): Listener;
  /** What a company uses of it, since the beginning of the month. */
  usage?(ports: ServicePorts, companyId: string, since: number): Promise<Partial<CompanyUsage>>;
  /** What a company that begins with a sandbox is given. */
  seeded?(ports: SeedPorts, owner: Actor, credentials: SandboxCredentials): Promise<readonly Write[]>;
  /** Called when a company begins to listen to events. */
  wanted?(ports: ServicePorts, companyId: string): Promise<void>;
  /** Its parts of the overview, by name. */
  overview?(ports: ServicePorts, companyId: string, since: { readonly from: number; readonly most: number }): Promise<object>;
  /** What a search finds, by the kind it is told as. */
  readonly found?: {
    readonly [kind: string]: (
      ports: ServicePorts,
      companyId: string,
    ) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  };
  /** Gives ads of launches what they refer to. */
  readonly filler?: Filler;
  /** Called when a launch is planned. */
  readonly planned?: LaunchHooks['planned'][number];
  /** What is committed with a launch, and when its batch has ended. */
  readonly accepted?: LaunchHooks['accepted'][number];
  readonly ended?: LaunchHooks['ended'][number];
  /** Called before old batches are forgotten. */
  readonly leaving?: LaunchHooks['leaving'][number];
  /** Gives new campaigns and ad sets what they refer to. */
  readonly body?: BodyFiller;
  readonly pending?: GateHooks['pending'][number];
  readonly dimension?: ReportDimension;
}

/** The ports of a service, and the features it has: what doors and workers are made from. */
export interface AssembledPorts extends ServicePorts {
  readonly features: readonly Feature[];
}

/** Declares a feature; its operations keep their types. */
export const feature = <const O extends Feature['operations']>(
  declared: Omit<Feature, 'operations'> & { readonly operations: O },
): Declaration<O> => declared;

type Declaration<O> = Omit<Feature, 'operations'> & { readonly operations: O };
