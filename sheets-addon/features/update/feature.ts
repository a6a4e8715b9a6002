import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { feature as declare } from '../../frame/feature.ts';
import {
  type AdUpdate,
  planUpdates as plannedUpdates,
  type UpdateResult,
  updateAds as update,
} from './update-ads.ts';

export const feature = declare({});

/** What rows that were changed since their launch would change at their ads. */
export function planUpdates(): Reply<readonly AdUpdate[]> {
  return answer((app) => plannedUpdates(app));
}

export function updateAds(rows: readonly number[]): Reply<UpdateResult> {
  return answer((app) => update(app, rows));
}
