import { runBatch } from '../../core/launch/run.ts';
import { LAUNCH_QUEUE } from '../../core/launch/submit.ts';
import { DUPLICATE_QUEUE, runDuplicate } from '../../core/manage/duplicate/run.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse, type ChaosPlace, LEASE_MS } from './house.ts';

/** A worker that does nothing but run launches and duplications until it is killed. Started by main.ts. */
const place = JSON.parse(process.argv[2] ?? '{}') as ChaosPlace;
const house = await assembleChaosHouse(place, {
  ...silent,
  error: (event, fields) => process.stderr.write(`${event} ${JSON.stringify(fields)}\n`),
});
const options = { holder: `pid-${process.pid}`, leaseMs: LEASE_MS };
house.jobs.work({
  [LAUNCH_QUEUE]: (job) => runBatch(house, job.companyId, job.subject, options),
  [DUPLICATE_QUEUE]: (job) => runDuplicate(house, job.companyId, job.subject, options),
});
