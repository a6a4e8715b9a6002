import type { AccountKey } from '../../../base/account-key.ts';
import type { PlatformId } from '../../../base/platforms.ts';
import type { EntityStatus } from '../../../ports/platform-accounts.ts';
import type { Figures } from '../../../report/derive.ts';
import type { DayRange } from '../../../report/request.ts';
import type { Level } from '../schema/rule.ts';

/** What holds a budget: the entity itself or one above it. */
export interface BudgetHolder {
  readonly type: 'campaign' | 'adset';
  readonly id: string;
  readonly name: string;
  readonly status: EntityStatus;
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  /** The budget it had when it was first seen today; the present one where nobody saw it before. */
  readonly firstToday?: number;
}

/** Something a rule judges. What is not known is absent. */
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
  /** Absent where nothing above or in it holds one. */
  readonly budget?: BudgetHolder;
  readonly endTime?: number;
  readonly adCount?: number;
  readonly createdAt?: number;
  /** When anybody changed it last; absent where the platform's history was not read or names nothing. */
  readonly changedAt?: number;
  /** Whether its ad set is in the platform's learning phase; absent where that was not asked for or is not told. */
  readonly isLearning?: boolean;
}

/** Figures by level, entity and days, as they are known at the moment of the run. */
export interface FigureTable {
  /** Undefined where the figures of these days are not known: that is not zero. */
  of(level: Level, id: string, range: DayRange): Figures | undefined;
}

/** One ad account as a run sees it. */
export interface AccountWorld {
  readonly key: AccountKey;
  /** In the registered spelling. */
  readonly id: string;
  readonly platform: PlatformId;
  readonly currency: string;
  /** Of amounts in its currency. */
  readonly decimals: number | undefined;
  readonly timezone: string;
  /** The least a day's budget may be, where the platform says. */
  readonly minDailyBudget?: number;
  /** Until when the platform calls its figures settled, where it says. */
  readonly settledUntil?: number;
  /** When the figures were fetched. */
  readonly fetchedAt?: number;
  readonly entities: readonly Entity[];
  readonly figures: FigureTable;
  /** Whether the platform's history of changes was read. */
  readonly hasHistory: boolean;
  /** Whether the platform tells its learning phases. */
  readonly tellsLearning?: boolean;
}
