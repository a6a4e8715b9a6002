import type { Actor } from '../access/caller.ts';
import type { CompanyUsage } from '../access/company-schema.ts';
import type { UsedHooks } from '../accounts/authorize.ts';
import type { Seen } from '../accounts/workspace-view.ts';
import type { Listener } from '../events/events.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { Filler, LaunchHooks } from '../launch/hooks.ts';
import type { RunPorts } from '../launch/journal/append.ts';
import type { BodyFiller } from '../manage/hooks.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { Job, JobDone } from '../ports/jobs.ts';
import type { MediaFiles } from '../ports/media-files.ts';
import type { PlatformDefinition } from '../ports/platform-definition.ts';
import type { NoticeCall } from '../ports/platform-leads.ts';
import type { SandboxCredentials } from '../ports/sandbox.ts';
import type { SealPurpose } from '../ports/secrets.ts';
import type { Document, Kind, Store, Write } from '../ports/store.ts';
import type { Forgotten } from '../records/expired.ts';
import type { Holder } from '../records/lease.ts';
import type { ReportDimension } from '../report/group-page.ts';
import type { Convention } from '../sheet/names/convention.ts';
import type { Operation } from './operation.ts';
import type { Hooks, ServicePorts } from './ports.ts';

/**
 * Queues that share places in a process, so that none of them waits for another. A feature takes
 * the lane whose work is like its own; short work of another kind goes to `upkeep`.
 */
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

/** How one job is worked on: its holder in leases, and until when. */
export interface Work {
  readonly holder: Holder;
  readonly stopping: () => boolean;
}

export interface Queue {
  readonly lane: LaneName;
  /**
   * Called once in each process that works. A job can be given to its handler again after any
   * crash.
   */
  handler(ports: ServicePorts): (job: Job, work: Work) => Promise<JobDone>;
  /** Ends what waits for a job without it. Absent: its jobs cannot be dropped. */
  drop?(ports: RunPorts, companyId: string, subject: string, holder: Holder): Promise<JobDone>;
}

export const bySubject =
  (
    run: (ports: ServicePorts, companyId: string, subject: string, work: Work) => Promise<JobDone>,
  ): Queue['handler'] =>
  (ports) =>
  ({ companyId, subject }, work) =>
    run(ports, companyId, subject, work);

/** A sealed text in a kind of document: it can be sealed again with another secret. */
export interface SealedPlace {
  readonly kind: Kind;
  readonly use: SealPurpose['use'];
  readonly name: string;
  textOf(doc: Document): string | undefined;
  withText(doc: Document, text: string): Document;
}

/** What lies outside of the store for each document of a kind, and is removed with it. */
export interface Outside {
  readonly kind: Kind;
  remove(ports: RemovalPorts, companyId: string, id: string, doc: Document): Promise<void>;
}

export interface RemovalPorts extends Pick<ServicePorts, 'store' | 'clock' | 'secrets' | 'facts'> {
  readonly files: Pick<MediaFiles, 'remove'>;
  readonly exportFiles: Pick<ExportFiles, 'remove'>;
}

export const outside = <T extends Document>(
  kind: Kind<T>,
  remove: (ports: RemovalPorts, companyId: string, id: string, doc: T) => Promise<void>,
): Outside => ({ kind, remove }) as unknown as Outside;

export const sealedPlace = <T extends Document>(
  kind: Kind<T>,
  place: Pick<SealedPlace, 'use' | 'name'> & {
    textOf(doc: T): string | undefined;
    withText(doc: T, text: string): Document;
  },
): SealedPlace => ({ ...place, kind }) as unknown as SealedPlace;

/** The feature proves who calls, and throws `forbidden` for a stranger. */
export interface Inbox {
  readonly topic: string;
  readonly summary: string;
  receive(ports: ServicePorts, call: InboxCall): Promise<InboxAnswer>;
}

export interface InboxCall extends NoticeCall {
  readonly method: 'GET' | 'POST';
  readonly companyId: string;
  readonly id: string;
}

export interface InboxAnswer {
  readonly contentType: string;
  readonly body: string;
}

export interface Others {
  readonly definitions: readonly PlatformDefinition[];
  /**
   * Made before; for features about all others, those of all other features and of the platforms.
   */
  readonly operations: readonly Operation[];
  readonly features: readonly Feature[];
}

export interface Topics {
  readonly [topic: string]: string;
}

/** What a cell of a launch can name: `name`, or a thing with an id. */
export interface Offer {
  readonly column: string;
  readonly id?: string;
  readonly name: string;
  /** Columns that a table gets with it, and those that it makes needless. */
  readonly columns?: readonly string[];
  readonly instead?: readonly string[];
  /** Names of files can be read by it, and fill its columns. */
  readonly convention?: Convention;
}

export interface Offers {
  /**
   * The columns whose cells it fills; one that ends with a dot stands for all that begin with it.
   */
  readonly columns: readonly string[];
  /** Above them in a menu: `Names by a convention`. Absent: they are in lists of cells alone. */
  readonly title?: string;
  /** Each ad account has its own. */
  readonly byAccount?: true;
  /** @param accountId given where each ad account has its own */
  read(ports: ServicePorts, companyId: string, accountId: string): Promise<readonly Offer[]>;
}

/** A row of `slipway doctor`. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do; beside `ok` it is advice. */
  readonly fix?: string;
}

/**
 * What one folder adds to the service. The rest of the service knows of it by its line in
 * registry.ts alone.
 */
export interface Feature {
  readonly name: string;
  /**
   * Chapters of the reference that it begins, each with a line about it. Operations of any feature
   * may be in them.
   */
  readonly topics?: Topics;
  readonly operations?: readonly Operation[] | ((others: Others) => readonly Operation[]);
  /** Its operations are about all others, and come after them. */
  readonly isAboutAll?: true;
  readonly kinds?: readonly Kind[];
  readonly queues?: { readonly [queue: string]: Queue };
  readonly sealed?: readonly SealedPlace[];
  readonly outside?: readonly Outside[];
  /** Which documents people with a role in some workspaces see. The company shares all others. */
  readonly seen?: readonly Seen[];
  /** Whether a company uses it on a platform: a sign-in there then asks for its rights too. */
  readonly isUsed?: UsedHooks['used'][number]['isUsed'];
  /** Removes some of what a company keeps for a time. */
  forget?(
    ports: ServicePorts,
    companyId: string,
    company: { readonly isSuspended: boolean },
  ): Promise<Forgotten>;
  /**
   * After a restore: what may have been done since the backup (`at`) is in doubt. Called before any
   * process works.
   */
  distrust?(store: Store, companyId: string, at: number): Promise<void>;
  /**
   * Called every hour for each company that is not suspended: orders work that a request which died
   * did not.
   */
  watch?(ports: ServicePorts, companyId: string): Promise<void>;
  /** Rows of `slipway doctor` about a company. */
  doctor?(ports: ServicePorts, companyId: string): Promise<readonly Finding[]>;
  /**
   * Events that it tells programs of, each with a sentence for people:
   * `'boat.berthed': 'A boat was given a berth'`.
   */
  readonly events?: EventWords;
  /** Hears events (`core/events/events.ts`), such as the end of a launch with its outcome. */
  listener?(ports: { readonly store: Store }): Listener;
  /** What a company uses of it, since the beginning of the month. */
  usage?(ports: ServicePorts, companyId: string, since: number): Promise<Partial<CompanyUsage>>;
  /** What a company that begins with a sandbox is given. */
  seeded?(
    ports: Pick<ServicePorts, 'store' | 'clock' | 'secrets'>,
    owner: Actor,
    credentials: SandboxCredentials,
  ): Promise<readonly Write[]>;
  /** Called when a company begins to listen to events. */
  wanted?(ports: ServicePorts, companyId: string): Promise<void>;
  overview?(
    ports: ServicePorts,
    companyId: string,
    since: { readonly from: number; readonly most: number },
  ): Promise<object>;
  readonly found?: {
    readonly [kind: string]: (
      ports: ServicePorts,
      companyId: string,
    ) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  };
  /** What cells of launches can name. */
  readonly offers?: readonly Offers[];
  /** Gives ads of launches what they refer to. */
  readonly filler?: Filler;
  /** Faults of ads that only the platform can tell of. */
  readonly checked?: LaunchHooks['checked'][number];
  readonly planned?: LaunchHooks['planned'][number];
  /**
   * Written in the commit of a launch, and in that of its end; only `listener` knows the outcome.
   */
  readonly accepted?: LaunchHooks['accepted'][number];
  readonly ended?: LaunchHooks['ended'][number];
  readonly leaving?: LaunchHooks['leaving'][number];
  /** Gives new campaigns and ad sets what they refer to. */
  readonly body?: BodyFiller;
  readonly pending?: GateHooks['pending'][number];
  /** Answers calls of platforms, which bring no key, at `/v1/inbox/<name>/{company}/{id}`. */
  readonly inbox?: Inbox;
  /** Groupings of reports by what it knows of an ad: `name.<field>`. */
  readonly dimension?: ReportDimension;
}

export interface AssembledPorts extends ServicePorts {
  readonly features: readonly Feature[];
}

/** Declares a feature; its operations and events keep their types. */
export const feature = <
  const O extends Feature['operations'],
  const E extends EventWords = Record<never, string>,
>(
  declared: Declaration<O, E>,
): Declaration<O, E> => declared;

type Declaration<O, E> = Omit<Feature, 'operations' | 'events'> & {
  readonly operations: O;
  readonly events?: E;
};

export interface EventWords {
  readonly [event: string]: string;
}

export const eventsOf = (list: readonly Feature[]): EventWords =>
  Object.assign({}, ...list.map(({ events }) => events));

type HookParts = Partial<
  Pick<
    Feature,
    | 'name'
    | 'seen'
    | 'isUsed'
    | 'filler'
    | 'checked'
    | 'planned'
    | 'accepted'
    | 'ended'
    | 'leaving'
    | 'body'
    | 'pending'
    | 'dimension'
  >
>;

/** What a spreadsheet without a server takes of a feature: `door.ts` of its folder. */
export type Alone = HookParts & Pick<Feature, 'operations' | 'forget'>;

export const hooksOf = (list: readonly HookParts[]): Hooks => ({
  seen: list.flatMap(({ seen = [] }) => seen),
  used: list.flatMap(({ name = '', isUsed }) => (isUsed === undefined ? [] : [{ name, isUsed }])),
  fillers: list.flatMap(({ filler }) => filler ?? []),
  checked: list.flatMap(({ checked }) => checked ?? []),
  planned: list.flatMap(({ planned }) => planned ?? []),
  accepted: list.flatMap(({ accepted }) => accepted ?? []),
  ended: list.flatMap(({ ended }) => ended ?? []),
  leaving: list.flatMap(({ leaving }) => leaving ?? []),
  bodies: list.flatMap(({ body }) => body ?? []),
  pending: list.flatMap(({ pending }) => pending ?? []),
  dimensions: list.flatMap(({ dimension }) => dimension ?? []),
});
