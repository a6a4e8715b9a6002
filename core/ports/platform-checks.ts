import type { Evidence } from './evidence.ts';
import type { LaunchType } from './launch-ad.ts';
import type { Learning } from './platform-update.ts';

/** A rule of a platform as a row of data. What no row says is not known, and nothing is told of it. */
export type CheckRow = CheckBase & (RatioCheck | LengthCheck | DurationCheck | MatrixCheck | LearningCheck | BudgetCheck);

interface CheckBase extends Evidence {
  /** Unique on its platform: `story-ratio`. */
  readonly id: string;
  /** For people, in a sentence. */
  readonly says: string;
}

/** What a placement shows whole. */
interface RatioCheck {
  readonly about: 'ratio';
  readonly placement: string;
  /** Width by height. */
  readonly ratio: number;
  /** Absent: of both. */
  readonly media?: 'image' | 'video';
}

/** How long a text may be. */
interface LengthCheck {
  readonly about: 'length';
  readonly field: string;
  readonly most: number;
  /** Told before a launch and not refused here: what the platform does with a longer one is its own affair. */
  readonly advice?: true;
  /** Absent: of every type. */
  readonly types?: readonly LaunchType[];
}

/** How long a video may take, in seconds. */
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
  /** Types of ads that go with these objectives alone; `leastMedia`: where they have so many media. */
  readonly types?: readonly LaunchType[];
  readonly leastMedia?: number;
  /** Members of the promoted object of which one row is needed. */
  readonly needs?: readonly (readonly string[])[];
}

/** What a change does to the learning phase. */
interface LearningCheck {
  readonly about: 'learning';
  readonly change: string;
  readonly learning: Learning;
}

/** Where the least budget is read. */
interface BudgetCheck {
  readonly about: 'budget';
  readonly field: 'dailyBudget' | 'lifetimeBudget';
}
