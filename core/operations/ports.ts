import type { AdSetReader } from '../accounts/ad-sets.ts';
import type { UsedHooks } from '../accounts/authorize.ts';
import type { Platforms } from '../accounts/find-account.ts';
import type { SeenHooks } from '../accounts/workspace-view.ts';
import type { LaunchLimits } from '../base/limits.ts';
import type { Events } from '../events/events.ts';
import type { GateHooks } from '../gate/pending.ts';
import type { LaunchHooks } from '../launch/hooks.ts';
import type { ManageHooks } from '../manage/hooks.ts';
import type { Backups } from '../ports/backups.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ending } from '../ports/ending.ts';
import type { ExportFiles } from '../ports/export-files.ts';
import type { Facts } from '../ports/facts.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { MediaSource } from '../ports/media.ts';
import type { MediaFiles, PublicFetch, SharedLinks } from '../ports/media-files.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Rate } from '../ports/rate.ts';
import type { Research } from '../ports/research.ts';
import type { Retention } from '../ports/retention.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import type { Turns } from '../ports/turns.ts';
import type { Numbers } from '../records/sequence.ts';
import type { ReportHooks } from '../report/group-page.ts';
import type { ReportTraffic } from '../report/traffic.ts';

/** Each room declares what it needs of features; registry.ts collects it. */
export type Hooks = SeenHooks & UsedHooks & GateHooks & LaunchHooks & ManageHooks & ReportHooks;

/** Everything operations need. A use case takes the ports it uses. */
export interface ServicePorts {
  readonly store: Store;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly platforms: Platforms;
  /** What features add to the rooms below them. */
  readonly hooks: Hooks;
  /** Ad sets by account, kept for a minute. */
  readonly adSets: AdSetReader;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly traffic: ReportTraffic;
  /** Calls of this process that wait for numbers. */
  readonly numbers?: Numbers;
  readonly rate: Rate;
  readonly notifier: Notifier;
  /** Turns on the thread of this process. Absent where one caller has it to itself. */
  readonly turns?: Turns;
  readonly files: MediaFiles;
  readonly media: MediaSource;
  readonly publicFetch: PublicFetch;
  /** Links and folders that files are imported from. Absent: only addresses of files. */
  readonly sharedLinks?: SharedLinks;
  readonly outbound: Outbound;
  readonly exportFiles: ExportFiles;
  /** Absent: nothing is mailed. */
  readonly mail?: Mailer;
  /** Where people prove who they are. Absent: with keys, or by links that are mailed. */
  readonly identities?: IdentityProvider;
  /** The e-mail address that becomes the first admin of the first company, while that has none. */
  readonly firstAdmin?: string;
  /** Where callers reach this service, without a slash at the end. */
  readonly publicUrl: string;
  /** Aborted when the service ends: what waits is to stop waiting. */
  readonly ending?: Ending;
  readonly sandbox?: Sandbox;
  /** Its reads are kept for a minute. */
  readonly research?: Research;
  /** Webhooks that one company may have. Default 20. */
  readonly webhookLimit?: number;
  /** How much one launch may hold. Default: 500 ads, 5,000 ads x ad sets. */
  readonly launchLimits?: LaunchLimits;
  /** How many days uploads of conversion events and their outcomes are kept. Default 90. */
  readonly conversionDays?: number;
  /** For what would be kept for ever. */
  readonly retention?: Retention;
  readonly backups?: Backups;
  /** Throws `unavailable` when a disk the service writes to is as good as full. */
  readonly checkRoom?: () => Promise<void>;
}
