import type { PlatformFailure } from '../base/errors.ts';
import type { Access } from './platform-accounts.ts';

/** Why something delivers or not. */
export interface DeliveryCapability {
  /** One record for each id, in order; one that cannot be read does not fail the others. */
  read(access: Access, query: DeliveryQuery): Promise<readonly (Delivery | FailedDelivery)[]>;
  /** The account's least daily budgets in whole units, by what is paid for. One call. */
  minimumBudgets?(access: Access): Promise<{ readonly [what: string]: number }>;
}

interface DeliveryQuery {
  readonly type: 'adset' | 'ad';
  readonly ids: readonly string[];
  /** Ad sets: also ask how many people they could reach. */
  readonly estimate: boolean;
}

export interface FailedDelivery {
  readonly id: string;
  readonly failure: PlatformFailure;
}

export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly effectiveStatus: string;
  readonly learning?: LearningStage;
  readonly issues: readonly DeliveryIssue[];
  readonly rejections: readonly Rejection[];
  readonly estimate?: DeliveryEstimate;
  /** The platform's recommendations, in its own words. */
  readonly opportunities: readonly Opportunity[];
}

interface LearningStage {
  /** In the platform's own words. */
  readonly stage: string;
  /** Whether the platform still learns. */
  readonly isOpen: boolean;
  readonly results?: number;
  /** The last change that restarted the learning phase, ms. */
  readonly since?: number;
}

interface DeliveryIssue {
  readonly level?: string;
  readonly code?: string;
  readonly summary: string;
  readonly message?: string;
}

export interface Rejection {
  /** In the platform's own words. */
  readonly where: string;
  readonly reason: string;
  readonly message: string;
}

interface DeliveryEstimate {
  readonly isReady: boolean;
  readonly dailyPeople?: number;
  readonly monthlyPeople?: { readonly least: number; readonly most: number };
}

interface Opportunity {
  readonly title: string;
  readonly message: string;
  readonly importance?: string;
}
