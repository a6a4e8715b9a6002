import { type ComposedLaunch } from '../../core/sheet/compose-launch.ts';
import type { SentAd } from '../../core/sheet/launch-record.ts';
import type { App } from '../app.ts';
import { type RowsSummary } from './check-rows.ts';
import type { LookedAt } from './looked-at.ts';
export type Scope = 'ready' | 'failed';
/** What launching now would do: shown before anything happens. */
export interface PlanView {
  /** Stands for exactly these rows saying exactly this; launching asks for it back. */
  readonly planId: string;
  readonly scope: Scope;
  readonly summary: RowsSummary;
  /** Ads to be made, counted once for each ad set. */
  readonly totalAds: number;
  readonly launchStatus: 'PAUSED' | 'ACTIVE' | 'MIXED';
  /** The first of them, in words, each with the row it comes from. */
  readonly ads: readonly {
    readonly row: number;
    readonly text: string;
  }[];
  readonly accounts: readonly {
    readonly id: string;
    readonly name: string;
    readonly ads: number;
    readonly calls: number;
    readonly quotaPercent?: number;
  }[];
  readonly uploads: number;
  readonly requests: number;
  readonly platformCalls: number;
  readonly estimatedSeconds: number;
  readonly warnings: readonly string[];
}
/** The requests a launch of a sheet is made of. */
export declare function composeAll(
  app: App,
  companyId: string,
  looked: LookedAt,
): Promise<{
  planId: string;
  launches: ComposedLaunch[];
}>;
export declare function planLaunch(app: App, scope: Scope): Promise<PlanView>;
/** The service refused: its faults are marked in the rows they are about, wherever those stand now. */
export declare function markRefused(app: App, error: unknown, sheetId: string, sent: readonly SentAd[]): Promise<unknown>;
