import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { feature as declare } from '../../frame/feature.ts';
import { showPreviews as previews } from './previews.ts';

export const feature = declare({});

export function showPreviews(): Reply<number> {
  return answer(previews);
}
