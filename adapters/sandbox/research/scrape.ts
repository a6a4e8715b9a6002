import type { Json } from '../entity.ts';
import type { Turn } from './procedures.ts';
import { invalid, missing } from './refusals.ts';
import { hashOf, kinds } from './seed.ts';

const READING_MS = 5_000;

/** Undocumented: address and answers are ours. */
export function startScrape({ world, owner, input }: Turn): Json {
  const { url } = input;
  if (typeof url !== 'string' || !url.includes('/ads/library')) throw invalid('url: a page of the ad library is expected.');
  const jobId = `job-${world.sequence()}`;
  world.add({ id: `research_job:${jobId}`, kind: kinds.job, company: owner, parents: [owner], data: { jobId, url } });
  return { jobId, status: 'queued' };
}

export function scrapeState({ world, owner }: Turn, jobId: string): Json {
  const job = world.get(`research_job:${jobId}`);
  if (job?.kind !== kinds.job || job.company !== owner) throw missing('There is no such job.');
  if (world.now() - job.created < READING_MS) return { jobId, status: 'running' };
  if (job.data.hash === undefined) {
    const hash = hashOf(owner, 1_000 + world.sequence());
    const data = { hash, companyName: 'scraped.example', headline: 'Found', body: 'From the library.', platform: 'image' };
    world.add({
      ...{ id: `research_ad:${hash}`, kind: kinds.ad, company: owner, parents: [owner] },
      data: { ...data, spend: 0, boardIds: [] },
    });
    world.change(job.id, { hash });
  }
  return { jobId, status: 'done', ads: 1 };
}
