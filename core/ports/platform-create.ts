import type { PlatformFailure } from '../errors.ts';
import type { Access } from './platform-accounts.ts';

/**
 * Campaigns and ad sets from scratch. Each carries the mark it was made with for good, so that one whose
 * answer was lost can be told from every other. Asking before sending again is core's (manage/creation.ts).
 */
export interface CreateCapability {
  /** How long after an unanswered creation was given up on the platform may still make something, and hide it. */
  readonly settleMs: number;
  /** The longest an answer is waited for: what a process that died had sent may be carried out for that long. */
  readonly answerMs: number;
  /** How long the platform's lists may leave out what an answered call has made. */
  readonly lagMs: number;
  campaign(access: Access, input: NewCampaign, mark: string): Promise<CreatedCampaign | Unanswered>;
  adSet(access: Access, input: NewAdSet, mark: string): Promise<CreatedAdSet | Unanswered>;
  /** The campaign with this mark, where one is to be seen. */
  findCampaign(access: Access, made: Marked): Promise<CreatedCampaign | undefined>;
  /** The ad set with this mark. Its warnings come from comparing it with the targeting that was asked for. */
  findAdSet(access: Access, made: Marked & { readonly targeting: Targeting }): Promise<CreatedAdSet | undefined>;
  /**
   * Adds budget schedules to an ad set, leaving out those it has; a new one has none and is not asked.
   * Answers a sentence for each that was refused: the ad set stands without it.
   */
  schedule(
    access: Access,
    adSet: { readonly id: string; readonly isNew: boolean },
    schedules: readonly BudgetSchedule[],
  ): Promise<readonly string[]>;
}

/** No answer, or one that does not tell: it may have been made. */
export interface Unanswered {
  readonly unanswered: PlatformFailure;
}

export interface Marked {
  readonly mark: string;
  /** The name it was given, which narrows the search. */
  readonly name: string;
}

export interface NewCampaign {
  readonly name: string;
  readonly objective: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly buyingType?: string;
  readonly specialAdCategories?: readonly string[];
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  readonly bidStrategy?: string;
  readonly spendCap?: number;
  /** Only where the campaign holds no budget: whether its ad sets may lend each other a part of theirs. */
  readonly adSetBudgetSharing?: boolean;
  readonly isAppNetworkAttribution?: boolean;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly startTime?: number;
  readonly endTime?: number;
}

export interface CreatedCampaign {
  readonly id: string;
  readonly name: string;
  readonly objective: string;
  readonly status: string;
  readonly buyingType: string;
}

/** Targeting in the platform's own words: core only sets and reads `geo_locations` (see manage/location.ts). */
export type Targeting = { readonly [field: string]: unknown };

export interface NewAdSet {
  readonly campaignId: string;
  /** What the caller has read of the campaign; the platform is not asked again. */
  readonly campaign: { readonly objective: string; readonly hasBudget: boolean };
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  readonly billingEvent?: string;
  readonly optimizationGoal?: string;
  readonly bidStrategy?: string;
  readonly bidAmount?: number;
  readonly destinationType?: string;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly attributionSpec?: readonly {
    readonly event_type: string;
    readonly window_days: number;
  }[];
  readonly startTime?: number;
  readonly endTime?: number;
  readonly pacingType?: readonly string[];
  readonly existingCustomerBudgetPercentage?: number;
  readonly placementSoftOptOut?: {
    readonly [positions: string]: readonly string[];
  };
  readonly targeting: Targeting;
  readonly dsaBeneficiary?: string;
  readonly dsaPayor?: string;
  readonly valueRuleSetId?: string;
  readonly valueRulesApplied?: boolean;
  readonly dailyMinSpendTarget?: number;
  readonly dailySpendCap?: number;
  readonly lifetimeMinSpendTarget?: number;
  readonly lifetimeSpendCap?: number;
}

export interface BudgetSchedule {
  readonly budgetValue: number;
  readonly budgetValueType: 'ABSOLUTE' | 'MULTIPLIER';
  readonly startTime: number;
  readonly endTime: number;
}

export interface CreatedAdSet {
  readonly id: string;
  readonly name: string;
  readonly campaignId: string;
  readonly status: string;
  readonly optimizationGoal: string;
  /** What went other than asked: a targeting that was replaced. */
  readonly warnings: readonly string[];
}
