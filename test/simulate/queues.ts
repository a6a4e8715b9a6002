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

type Queue = NonNullable<(typeof features)[number]['queues']>[string];

/** Made with the first job: a story has many processes and few jobs. */
const late = ({ handler, ...queue }: Queue): Queue => ({
  ...queue,
  handler(ports) {
    let made: ReturnType<typeof handler> | undefined;
    return (job, turn) => {
      made ??= handler(ports);
      return made(job, turn);
    };
  },
});

/** The features that have such work, with no other. */
export const working: typeof features = features.flatMap(({ queues = {}, ...feature }) => {
  const own = Object.entries(queues).filter(([queue]) => QUEUES.has(queue) || READING.has(queue));
  return own.length === 0
    ? []
    : [{ ...feature, queues: Object.fromEntries(own.map(([name, queue]) => [name, late(queue)])) }];
});
