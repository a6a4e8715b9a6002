import type * as v from 'valibot';
import type { launchPlan } from '../../core/schema/launch.ts';
import type { ComposedLaunch } from '../../core/sheet/compose-launch.ts';
import type { LookedAt } from './looked-at.ts';
/** What plans say of ads, said of the rows they come from. */
export type Plan = v.InferOutput<typeof launchPlan>;
/** What will be made, as the service words it, in the order of the rows. */
export declare function adsIn(
  looked: LookedAt,
  plans: readonly Plan[],
  launches: readonly ComposedLaunch[],
): {
  readonly row: number;
  readonly text: string;
}[];
/** What would start to spend, and what the limits of the company forbid. */
export declare const spendingIn: (plans: readonly Plan[]) => string[];
/** What is allowed and probably not meant, once for all rows it is true of. */
export declare function warningsIn(looked: LookedAt, plans: readonly Plan[], launches: readonly ComposedLaunch[]): string[];
