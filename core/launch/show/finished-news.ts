import { counted } from '../../base/counted.ts';
import type { News } from '../../events/events.ts';

interface EndedBatch {
  readonly name: string;
  readonly totalAds: number;
  readonly failedAds: number;
  readonly rawStatus: string;
}

export function finishedNews(batch: string, { name, totalAds, failedAds, rawStatus }: EndedBatch): News {
  const called = name || `Batch ${batch}`;
  const about = { link: `batches/${batch}`, batch };
  if (rawStatus === 'Cancelled')
    return {
      kind: 'launch.finished',
      title: `${called} was cancelled`,
      text: `${counted(totalAds - failedAds, 'ad')} had been launched.`,
      ...about,
    };
  if (failedAds === 0)
    return { kind: 'launch.finished', title: `${called} is launched`, text: `${counted(totalAds, 'ad')}.`, ...about };
  return {
    kind: 'launch.failed',
    title: `${called}: ${failedAds} of ${counted(totalAds, 'ad')} failed`,
    text: 'The batch says why each failed and what to do.',
    ...about,
  };
}
