import type { AdSetReader } from '../core/accounts/ad-sets.ts';
import type { Platforms } from '../core/accounts/find-account.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { ExportFiles } from '../core/ports/export-files.ts';
import type { Facts } from '../core/ports/facts.ts';
import type { Jobs } from '../core/ports/jobs.ts';
import type { Log } from '../core/ports/log.ts';
import type { MediaSource } from '../core/ports/media.ts';
import type { MediaFiles, PublicFetch } from '../core/ports/media-files.ts';
import type { Notifier } from '../core/ports/notifier.ts';
import type { Outbound } from '../core/ports/outbound.ts';
import type { Rate } from '../core/ports/rate.ts';
import type { Sandbox } from '../core/ports/sandbox.ts';
import type { Secrets } from '../core/ports/secrets.ts';
import type { Store } from '../core/ports/store.ts';
import type { Turns } from '../core/ports/turns.ts';
import type { Numbers } from '../core/records/sequence.ts';
import type { ReportTraffic } from '../core/report/traffic.ts';
import type { Way } from './http/each-call.ts';
import type { Gauge, Metrics } from './http/metrics.ts';
import type { WorkWatch } from './process/work-watch.ts';

/** Everything the routes need of the world. A core function is handed all of it and takes what it knows. */
export interface ServerPorts {
  readonly store: Store;
  readonly facts: Facts;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly platforms: Platforms;
  /** Ad sets by account, kept for a minute. */
  readonly adSets: AdSetReader;
  readonly jobs: Jobs;
  /** Figures on their way to this process. */
  readonly traffic: ReportTraffic;
  /** Who waits for numbers in this process. */
  readonly numbers?: Numbers;
  readonly rate: Rate;
  readonly notifier: Notifier;
  /** Turns on the thread of this process. Absent where one caller has it to itself. */
  readonly turns?: Turns;
  /** The media store. */
  readonly files: MediaFiles;
  /** Files by address, for launches. */
  readonly media: MediaSource;
  readonly publicFetch: PublicFetch;
  /** Deliveries to webhooks. */
  readonly outbound: Outbound;
  readonly exportFiles: ExportFiles;
  /** Where callers reach this service, without a slash at the end. */
  readonly publicUrl: string;
  readonly sandbox?: Sandbox;
  /** Throws `unavailable` when a disk the service writes to is as good as full. */
  readonly checkRoom?: () => Promise<void>;
}

export interface ServerSettings {
  /** Requests per key in 60 seconds. */
  readonly readLimit: number;
  readonly writeLimit: number;
  /** The same for all keys and sessions of a company together. Default: fifty times the limit of a key. */
  readonly companyReadLimit?: number | undefined;
  readonly companyWriteLimit?: number | undefined;
  /** Webhooks of one company. Default 20. */
  readonly webhookLimit?: number;
  /** Where the process watches its work already. Default: one that looks when it is asked for the health. */
  readonly watch?: WorkWatch;
  /** Counted into, where the process counts more than requests. Default: new ones. */
  readonly metrics?: Metrics;
  /** What the process knows about itself, for /metrics. */
  readonly gauges?: () => readonly Gauge[];
  /** Opens /metrics without looking anything up, and without a limit. */
  readonly metricsToken?: string | undefined;
  /** Whether the process is to be sent nothing more: it is about to end. */
  readonly isDraining?: () => boolean;
  /** How requests are carried out, where they can come too late. */
  readonly during?: Way;
  /** Aborted when answers that go on for long, such as streams of events, are to end. */
  readonly ending?: AbortSignal;
  /** Whether what an address says of whom it speaks for (X-Forwarded-For, Forwarded) is believed. Default: nobody's word is. */
  readonly isTrustedProxy?: (address: string) => boolean;
  /** The pages at `/`; without them there is only the API. */
  readonly dashboard?: DashboardFiles;
  /** Told when an answer does not fit its schema. Tests listen; elsewhere answers are not checked. */
  readonly onDrift?: (route: string, problem: string) => void;
}

/** The dashboard as it is served: three texts. */
export interface DashboardFiles {
  readonly page: string;
  readonly script: string;
  readonly style: string;
}

/** What the listener may hand to each request. */
export interface AppEnv {
  Bindings: {
    /** Tells the listener that the body has arrived and the answer may take its time. */
    readonly keepOpen?: () => void;
    /** The other end of the connection. */
    readonly address?: string | undefined;
  };
}
