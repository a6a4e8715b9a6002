import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { feature as declare } from '../../frame/feature.ts';
import {
  type AdSetChoices,
  adSetChoices as choicesOfAdSets,
  putAdSets as putSets,
} from './choices.ts';

export const feature = declare({});

/** Ad sets for the selected rows, several of which a cell may hold. */
export function adSetChoices(): Reply<AdSetChoices> {
  return answer(choicesOfAdSets);
}

export function putAdSets(labels: readonly string[]): Reply<string> {
  return answer((app) => putSets(app, labels));
}
