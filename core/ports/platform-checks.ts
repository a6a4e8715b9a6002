import type { Evidence } from './evidence.ts';
import type { LaunchType } from './launch-ad.ts';
import type { Learning } from './platform-update.ts';

/** A rule of a platform as a row of data. */
export type CheckRow = CheckBase &
  (
    | RatioCheck
    | LengthCheck
    | DurationCheck
    | MatrixCheck
    | LearningCheck
    | ReviewCheck
    | BudgetCheck
  );

interface CheckBase extends Evidence {
  /** Unique on its platform: `story-ratio`. */
  readonly id: string;
  /** A sentence for people. */
  readonly says: string;
}

/** What a placement shows whole. */
interface RatioCheck {
  readonly about: 'ratio';
  readonly placement: string;
  /** Width by height. */
  readonly ratio: number;
  /** Absent: both. */
  readonly media?: 'image' | 'video';
}

interface LengthCheck {
  readonly about: 'length';
  readonly field: string;
  readonly most: number;
  /**
   * Warned of before a launch, not refused here: the platform decides what it does with a longer
   * text.
   */
  readonly advice?: true;
  /** Absent: every type. */
  readonly types?: readonly LaunchType[];
}

/** Seconds. */
interface DurationCheck {
  readonly about: 'duration';
  readonly least?: number;
  readonly most?: number;
}

/** What goes together: objective, destination, goal and what is promoted. Absent: any. */
interface MatrixCheck {
  readonly about: 'matrix';
  readonly objectives?: readonly string[];
  readonly destinations?: readonly string[];
  readonly goals?: readonly string[];
  /**
   * Types of ads that go with these objectives alone; `leastMedia`: when they have at least this
   * many media.
   */
  readonly types?: readonly LaunchType[];
  readonly leastMedia?: number;
  /** Members of the promoted object of which one row is needed. */
  readonly needs?: readonly (readonly string[])[];
}

interface LearningCheck {
  readonly about: 'learning';
  readonly change: string;
  readonly learning: Learning;
}

/** What the platform reviews again: fields of a change, or `creative` where another one is made. */
interface ReviewCheck {
  readonly about: 'review';
  readonly changes: readonly string[];
}

/** Where the least budget is read. */
interface BudgetCheck {
  readonly about: 'budget';
  readonly field: 'dailyBudget' | 'lifetimeBudget';
}
