import { features as all } from '../../core/features/registry.ts';
import type { Feature } from '../../core/operations/feature.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Job } from '../../core/ports/jobs.ts';
import type { Log } from '../../core/ports/log.ts';
import { type Store, type Stored, SYSTEM } from '../../core/ports/store.ts';
import { deadJobs } from '../../core/records/dead-job.ts';
import { jobKind } from '../../core/records/job.ts';
import { pagesOf } from '../../core/records/list.ts';
import { createSilence } from '../../core/records/silence.ts';
import {
  type DeadWork,
  type DueWork,
  sentences,
  type WaitingWork,
  type WorkWatch,
} from '../http/work-state.ts';
import { laneNames } from './lanes.ts';

const LATE_MS = 60_000;
const PAGE = 200;
const PAGES = 10;
const EVERY_MS = 15_000;

/**
 * Whether all work finds a worker. A company whose jobs wait while others of its own are under way
 * waits for its turn; without one under way after a minute its work has no worker.
 */
export function createWorkWatch({
  store,
  clock,
  log,
  features = all,
  since = 0,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly features?: readonly Feature[];
  /** When workers could begin: what was due earlier is late a minute after it. */
  readonly since?: number;
}): WorkWatch {
  const lanes = laneNames(features);
  const shareOf = ({ queue, companyId }: Job): string =>
    `${lanes.get(queue) ?? queue} ${companyId}`;
  const silence = createSilence(clock);
  let told = new Map<string, WaitingWork>();

  const tell = (waiting: readonly WaitingWork[]): void => {
    const before = told;
    told = new Map(waiting.map((work) => [`${work.queue} ${work.reason}`, work]));
    for (const [key, work] of told) {
      const { queue, reason, jobs, since } = work;
      if (!before.has(key))
        log.error('jobs.waiting', {
          queue,
          reason,
          jobs,
          since: new Date(since).toISOString(),
          fix: sentences[reason],
        });
    }
    for (const [key, { queue, reason }] of before)
      if (!told.has(key)) log.info('jobs.waiting_ended', { queue, reason });
  };

  return {
    async look() {
      const now = clock.now();
      const held = await store.find(jobKind, SYSTEM, {
        where: { turnMs: { from: 0 } },
        order: { by: 'turnMs' },
        limit: 1_000,
      });
      const isSilent = ({ id, version, doc }: Stored<Job>): boolean =>
        silence.lasts(id, `${version} ${doc.turn}`, LATE_MS);
      const silent = held.items.filter(isSilent);
      const underWay = new Set(
        held.items.filter((job) => !silent.includes(job)).map(({ doc }) => shareOf(doc)),
      );
      const found = new Map<string, WaitingWork>();
      const add = ({ queue }: Job, reason: WaitingWork['reason'], since: number): void => {
        const key = `${queue} ${reason}`;
        const work = found.get(key) ?? { queue, reason, jobs: 0, since };
        found.set(key, { ...work, jobs: work.jobs + 1, since: Math.min(work.since, since) });
      };
      for (const { doc } of silent)
        add(doc, 'silent_worker', told.get(`${doc.queue} silent_worker`)?.since ?? now - LATE_MS);
      const due = await overdue(store, now);
      for (const { doc } of due)
        if (now - Math.max(doc.dueAt, since) >= LATE_MS && !underWay.has(shareOf(doc)))
          add(doc, lanes.has(doc.queue) ? 'no_worker' : 'unknown_queue', doc.dueAt);
      const waiting = [...found.values()];
      tell(waiting);
      return {
        oldestDueJobMs: now - (due[0]?.doc.dueAt ?? now),
        due: dueByQueue(due, now),
        waiting,
        dead: await deadWork(store),
      };
    },
  };
}

/** @param due the oldest first */
function dueByQueue(due: readonly Stored<Job>[], now: number): readonly DueWork[] {
  const byQueue = new Map<string, DueWork>();
  for (const { doc } of due) {
    const { jobs, oldestMs } = byQueue.get(doc.queue) ?? { jobs: 0, oldestMs: now - doc.dueAt };
    byQueue.set(doc.queue, { queue: doc.queue, jobs: jobs + 1, oldestMs });
  }
  return [...byQueue.values()];
}

/** By queue, the earliest death first. */
async function deadWork(store: Store): Promise<readonly DeadWork[]> {
  const byQueue = new Map<string, DeadWork>();
  for (const { doc } of await deadJobs(store)) {
    const { jobs, since } = byQueue.get(doc.queue) ?? { jobs: 0, since: doc.deadAt };
    byQueue.set(doc.queue, { queue: doc.queue, jobs: jobs + 1, since });
  }
  return [...byQueue.values()];
}

/** Oldest first: the first due job, and late ones up to a bound. */
async function overdue(store: Store, now: number): Promise<readonly Stored<Job>[]> {
  const found: Stored<Job>[] = [];
  const due = {
    where: { dueAt: { before: now + 1 } },
    order: { by: 'dueAt' },
    limit: PAGE,
  } as const;
  let pages = 0;
  for await (const page of pagesOf(store, jobKind, SYSTEM, due)) {
    found.push(...page);
    const last = page.at(-1);
    if (++pages === PAGES || last === undefined || now - last.doc.dueAt < LATE_MS) break;
  }
  return found;
}

/** Looks every 15 seconds until stopped; `look` writes the log. */
export function startWatching(watch: WorkWatch, clock: Clock): () => void {
  let watching = true;
  const loop = async (): Promise<void> => {
    while (watching) {
      // Requests that need the store report that it is away.
      await watch.look().catch(() => undefined);
      await clock.sleep(EVERY_MS);
    }
  };
  void loop();
  return () => {
    watching = false;
  };
}
