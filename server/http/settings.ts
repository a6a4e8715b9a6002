import type { Tracer } from '../../core/ports/tracing.ts';
import type { Way } from './each-call.ts';
import type { Gauge, Metrics } from './metrics.ts';
import type { WorkWatch } from './work-state.ts';

export interface ServerSettings {
  readonly readLimit: number;
  readonly writeLimit: number;
  /**
   * The same for all keys and sessions of a company together. Default: fifty times the limit of a
   * key.
   */
  readonly companyReadLimit?: number | undefined;
  readonly companyWriteLimit?: number | undefined;
  /** Bytes of a body that is no upload. Default: 4 MiB. */
  readonly bodyLimit?: number | undefined;
  /**
   * Where the process watches its work already. Default: one that looks when it is asked for the
   * health.
   */
  readonly watch?: WorkWatch;
  /** Counted into, where the process counts more than requests. Default: new ones. */
  readonly metrics?: Metrics;
  /** Follows requests to the platforms. Default: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Told of every request that a company made. */
  readonly calls?: { count(companyId: string): void };
  /** What the process knows about itself, for /metrics. */
  readonly gauges?: () => Promise<readonly Gauge[]>;
  /** Opens /metrics without looking anything up, and without a limit. */
  readonly metricsToken?: string | undefined;
  /** Whether the process is to be sent nothing more: it is about to end. */
  readonly isDraining?: () => boolean;
  /** How requests are carried out, where they can come too late. */
  readonly during?: Way;
  /** Aborted when answers that go on for long, such as streams of events, are to end. */
  readonly ending?: AbortSignal;
  /**
   * Whether X-Forwarded-For and Forwarded of this address are believed. Default: no proxy is
   * trusted.
   */
  readonly isTrustedProxy?: (address: string) => boolean;
  /** The pages at `/`; without them there is only the API. */
  readonly dashboard?: DashboardFiles;
  /**
   * Told when an answer does not fit its schema. Tests listen; elsewhere answers are not checked.
   */
  readonly onDrift?: (route: string, problem: string) => void;
}

/**
 * The dashboard as it is served: three texts, and the parts of the script that come later, by name.
 */
export interface DashboardFiles {
  readonly page: string;
  readonly script: string;
  readonly style: string;
  readonly parts?: { readonly [name: string]: string };
}

export interface AppEnv {
  Bindings: {
    /** Tells the listener that the body has arrived and the answer may take its time. */
    readonly keepOpen?: () => void;
    /**
     * The other end of the connection, or how it is found out: asked while the request is under
     * way, once at most.
     */
    readonly address?: string | undefined | (() => string | undefined);
  };
}
