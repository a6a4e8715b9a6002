import { RULE_QUEUE } from '../../core/features/automations/records.ts';
import { COMMENTS_QUEUE } from '../../core/features/comments/pass.ts';
import { COMMENT_WATCH_QUEUE } from '../../core/features/comments/watch.ts';
import { LEADS_QUEUE } from '../../core/features/leads/pass.ts';
import { features, queuesOf } from '../../core/features/registry.ts';

/** Work that people ask for. The rest reads figures, comments and leads, again and again. */
const LANES: readonly string[] = ['launches', 'rules', 'conversions'];
export const QUEUES: ReadonlySet<string> = new Set(
  Object.entries(queuesOf(features)).flatMap(([queue, { lane }]) =>
    LANES.includes(lane) && queue !== RULE_QUEUE ? [queue] : [],
  ),
);

/** Work that comes back for good: nobody waits for its end. */
const READING: ReadonlySet<string> = new Set([LEADS_QUEUE, COMMENT_WATCH_QUEUE, COMMENTS_QUEUE]);

/** The features, with no other work than this. */
export const working: typeof features = features.map(({ queues = {}, ...feature }) => ({
  ...feature,
  queues: Object.fromEntries(Object.entries(queues).filter(([queue]) => QUEUES.has(queue) || READING.has(queue))),
}));
