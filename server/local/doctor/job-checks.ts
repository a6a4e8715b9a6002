import type { Job } from '../../../core/ports/jobs.ts';
import { type Store, type Stored, SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { pagesOf } from '../../../core/records/list.ts';
import { BACKUP_QUEUE } from '../../../core/upkeep/backups.ts';
import { SWEEP_QUEUE } from '../../../core/upkeep/sweep.ts';
import { deathSentenceOf, type WorkState } from '../../http/work-state.ts';
import type { Check } from './check.ts';

/** An open job with this many starts fails each time, or waits for a platform. */
const OFTEN = 10;
const PAGE = 500;
const PAGES = 20;
const NAMED = 3;

/** Dead jobs: no fault of the installation; an operator puts them back. */
export const deadCheck = ({ dead }: Pick<WorkState, 'dead'>): Check =>
  dead.length === 0
    ? { name: 'dead jobs', ok: true, found: 'none' }
    : {
        name: 'dead jobs',
        ok: true,
        found: dead.map(deathSentenceOf).join(' '),
        fix: 'slipway jobs shows each with its error; slipway jobs retry ID, or --all, puts it back.',
      };

export async function jobsCheck(store: Store): Promise<Check> {
  const open = await openJobs(store);
  const byQueue = new Map<string, Job[]>();
  for (const { doc } of open) byQueue.set(doc.queue, [...(byQueue.get(doc.queue) ?? []), doc]);
  const counts = [...byQueue].map(([queue, jobs]) => `${queue} ${jobs.length}`).sort();
  const stubborn = [...byQueue.values()]
    .map(stubbornOf)
    .filter((sentence) => sentence !== undefined);
  return {
    name: 'jobs',
    ok: true,
    found: [open.length === 0 ? 'none open' : `open: ${counts.join(', ')}`, ...stubborn].join('. '),
    ...(stubborn.length > 0 && {
      fix: 'They wait for a platform, or fail each time: job.failed in the log of the workers says why. `slipway cancel ID` ends a batch.',
    }),
  };
}

async function openJobs(store: Store): Promise<readonly Stored<Job>[]> {
  const found: Stored<Job>[] = [];
  let pages = 0;
  for await (const page of pagesOf(store, jobKind, SYSTEM, { limit: PAGE })) {
    // Upkeep and backups are jobs that never end.
    found.push(
      ...page.filter(
        ({ doc }) =>
          doc.queue !== SWEEP_QUEUE && doc.queue !== BACKUP_QUEUE && doc.deadAt === undefined,
      ),
    );
    if (++pages === PAGES) break;
  }
  return found;
}

function stubbornOf(jobs: readonly Job[]): string | undefined {
  const often = jobs
    .filter(({ attempts }) => attempts >= OFTEN)
    .sort((a, b) => b.attempts - a.attempts);
  const [worst] = often;
  if (worst === undefined) return undefined;
  const named = often.slice(0, NAMED).map(({ companyId, subject }) => `${subject} of ${companyId}`);
  const more = often.length > NAMED ? ` and ${often.length - NAMED} more` : '';
  return `${often.length} ${worst.queue} not done after up to ${worst.attempts} tries: ${named.join(', ')}${more}`;
}
