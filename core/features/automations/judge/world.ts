import type { AccountKey } from '../../../base/account-key.ts';
import type { PlatformId } from '../../../base/platforms.ts';
import type { EntityStatus } from '../../../ports/platform-accounts.ts';
import type { Figures } from '../../../report/derive.ts';
import type { DayRange } from '../../../report/request.ts';
import type { Level } from '../schema/rule.ts';

export interface BudgetHolder {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  /** When first seen today; absent: the present one. */
  readonly firstToday?: number;
}

/** What is not known is absent. */
export interface Entity {
  readonly account: AccountKey;
  readonly platform: PlatformId;
  readonly level: Level;
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  /** In the platform's own words. */
  readonly effectiveStatus?: string;
  readonly parentId?: string;
  readonly campaignId?: string;
  readonly campaignName?: string;
  readonly objective?: string;
  readonly optimizationGoal?: string;
  /** Its own, or that of an entity above it. */
  readonly budget?: BudgetHolder;
  readonly endTime?: number;
  readonly adCount?: number;
  readonly createdAt?: number;
  /** Absent where the platform's history was not read or names nothing. */
  readonly changedAt?: number;
  /** Of its ad set; absent where that is not known. */
  readonly isLearning?: boolean;
}

export interface FigureTable {
  /** Undefined where the figures of these days are not known: that is not zero. */
  of(level: Level, id: string, range: DayRange): Figures | undefined;
}

export interface AccountWorld {
  readonly key: AccountKey;
  /** In the registered spelling. */
  readonly id: string;
  readonly platform: PlatformId;
  readonly currency: string;
  readonly decimals: number | undefined;
  readonly timezone: string;
  /** Where the platform says. */
  readonly minDailyBudget?: number;
  readonly settledUntil?: number;
  readonly fetchedAt?: number;
  readonly entities: readonly Entity[];
  readonly figures: FigureTable;
  readonly hasHistory: boolean;
  readonly tellsLearning?: boolean;
}
