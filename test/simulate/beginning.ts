import type { Job } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { ACCOUNTS } from './platform.ts';
import { QUEUES } from './queues.ts';
import { PLANTED } from './things.ts';
import type { World } from './world.ts';

/** A campaign with two ad sets and some ads, in each account of the companies. */
export function plant({ things, choices }: World, companies: readonly number[]): void {
  for (const { id: account } of companies.flatMap((company) => ACCOUNTS[company] ?? [])) {
    const campaign = things.make({
      type: 'campaign',
      account,
      name: 'Tree',
      status: 'ACTIVE',
      asked: PLANTED,
    });
    for (let i = 0; i < 2; i += 1) {
      const own = {
        account,
        asked: PLANTED,
        status: choices.pick('plant', ['PAUSED', 'ACTIVE'] as const),
      };
      const adSet = things.make({
        ...own,
        type: 'adset',
        name: `Branch ${i}`,
        parent: campaign.id,
        dailyBudget: 10,
      });
      for (let ad = 0; ad < choices.int('plant', 3); ad += 1)
        things.make({ ...own, type: 'ad', name: `Leaf ${ad}`, parent: adSet.id });
    }
  }
}

/** Jobs that people wait for, counted as they are committed. */
export function openJobsOf({ disk }: World) {
  const open = new Set<string>();
  const look = (id: string, doc: Partial<Job> | undefined) => {
    if (doc === undefined || doc.deadAt !== undefined || !QUEUES.has(doc.queue ?? ''))
      open.delete(id);
    else open.add(id);
  };
  disk.onCommit((writes) => {
    for (const { kind, id, doc } of writes)
      if (kind.name === jobKind.name) look(id, doc as Partial<Job> | undefined);
  });
  return {
    open: () => open.size,
    names: () => [...open],
    again() {
      open.clear();
      for (const { id, doc } of disk.documents(jobKind.name, SYSTEM) as readonly Stored<Job>[])
        look(id, doc);
    },
  };
}
