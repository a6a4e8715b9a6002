import type { Facts } from '../ports/facts.ts';
import type { JobDone } from '../ports/jobs.ts';

/** Copies the facts, which one process holds, for a backup by another process. */
export const FACTS_COPY_QUEUE = 'facts-copy';

/** The subject is the ending of the copy's name. */
export async function runFactsCopy(
  { facts }: { readonly facts: Facts },
  ending: string,
): Promise<JobDone> {
  await facts.copy?.(ending);
  return undefined;
}
