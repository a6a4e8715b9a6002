import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplicateStatus } from '../../core/manage/duplicate/duplicate-status.ts';
import { prepareDuplicate } from '../../core/manage/duplicate/prepare.ts';
import { acceptDuplicate } from '../../core/manage/duplicate/submit.ts';
import { silent } from '../../core/ports/log.ts';
import type { DuplicateStatusResponse } from '../../core/schema/manage-duplicate.ts';
import { makeRoomyAdSets } from '../roomy-ad-sets.ts';
import { countCopies } from './count-copies.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { pause, randomSource, startSandbox, startWorkers } from './processes.ts';
import { type ChaosOptions, type ChaosResult, type Disturbance, disturb, disturbances } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const ADS_IN_SOURCE = 30;
const COPIES = 10;

const caller = { companyId: COMPANY, keyId: 'chaos' };

/** A bad day for copies: besides the usual, deep copies stop half-way and the background gives up. */
const MIXED_FAULTS = [
  { fault: 'answer-lost', method: 'POST', path: '*/copies', probability: 0.03 },
  { fault: 'failed-but-created', method: 'POST', path: '*/copies', probability: 0.03 },
  { fault: 'transient', method: 'POST', path: '*/copies', probability: 0.03 },
  { fault: 'copy-partial', probability: 0.1 },
  { fault: 'async-failed', path: '/asyncbatch', probability: 0.5 },
  { fault: 'answer-lost', method: 'POST', path: '/asyncbatch', probability: 0.2 },
  { fault: 'error', code: 613, subcode: 5044001, method: 'POST', path: '*/copies', probability: 0.02 },
];

const SECONDS_TO_GIVE_UP = 600;

/**
 * Duplicates ad sets while the workers are killed at random moments, waits for the end, and counts what the
 * platform holds: every copy that is reported must be whole, and there must be nothing else.
 */
export async function runDuplicateChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const house = await assembleChaosHouse({ database, sandboxUrl: sandbox.url }, silent);
  const workers = startWorkers(options.workers, { database, sandboxUrl: sandbox.url });
  try {
    const access = await connect(house, 'primary', sandbox.adAccountId, { accessToken: sandbox.token });
    const sources = await makeRoomyAdSets(
      house.platforms.primary,
      access,
      Math.ceil(options.ads / (ADS_IN_SOURCE * COPIES)) * 50,
    );
    for (const source of sources) await fill(sandbox.url, sandbox.token, sandbox.adAccountId, source);
    await sandbox.control('latency', { ms: 20 });
    const faults = options.faults === 'none' ? [] : options.faults === 'mixed' ? MIXED_FAULTS : options.faults;
    for (const [i, fault] of faults.entries())
      await sandbox.control('faults', { method: 'POST', ...fault, seed: options.seed + i });
    const accepted = await Promise.all(sources.map((source) => accept(house, sandbox.adAccountId, source)));

    const { kills, freezes, clockSteps, stuck } = await disturbAndWait(options, house, workers, accepted);
    await sandbox.clearFaults();
    const reported = await Promise.all(accepted.map((id) => duplicateStatus(house, caller, id)));
    const { adsets = [], ads = [] } = (await sandbox.objects()) ?? {};
    const counted = countCopies(adsets, ads, reported, ADS_IN_SOURCE, COPIES);
    return {
      ads: options.ads,
      adSets: sources.length,
      ...counted,
      kills,
      ...(options.freezes !== undefined && { freezes }),
      ...(options.clockSteps !== undefined && { clockSteps }),
      stuck,
      retries: Math.max(0, (await sandbox.callCount('POST copies')) - sources.length * COPIES),
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts ads into a source, straight on the platform. */
async function fill(url: string, token: string, adAccountId: string, adSetId: string): Promise<void> {
  const call = async (
    method: string,
    path: string,
    params: { readonly [name: string]: string },
  ): Promise<{ data: { creative: { id: string } }[] }> => {
    const query = new URLSearchParams({ access_token: token, ...params });
    const response = await fetch(`${url}/meta/v25.0/${path}?${query}`, { method });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { data: { creative: { id: string } }[] };
  };
  const { data } = await call('GET', `${adAccountId}/ads`, { fields: 'creative{id}', limit: '50' });
  const creative = { creative_id: data.at(-1)?.creative.id };
  for (let number = 0; number < ADS_IN_SOURCE; number += 1)
    await call('POST', `${adAccountId}/ads`, {
      name: `Source ${number}`,
      adset_id: adSetId,
      status: 'PAUSED',
      creative: JSON.stringify(creative),
    });
}

async function accept(house: ChaosHouse, accountId: string, sourceId: string): Promise<string> {
  const wanted = { type: 'adset', sourceField: 'adsetId', sourceId, copyCount: COPIES, deep: true } as const;
  const prepare = () => prepareDuplicate(house, caller, { accountId }, wanted);
  return (await acceptDuplicate(house, caller, prepare, { delayMs: 0 })).duplicateId;
}

/** Disturbs at random moments, closely at first, so that every stage of the work meets some. */
async function disturbAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: ReturnType<typeof startWorkers>,
  accepted: readonly string[],
): Promise<{ readonly [D in Disturbance]: number } & { readonly stuck: number }> {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const done = { kills: 0, freezes: 0, clockSteps: 0 };
  for (let count = 0; ; ) {
    const standing: DuplicateStatusResponse[] = await Promise.all(accepted.map((id) => duplicateStatus(house, caller, id)));
    const open = standing.filter(({ status }) => status !== 'finished').length;
    options.progress?.(`${accepted.length - open} of ${accepted.length} ad sets, ${count} of ${total} disturbances`);
    if (Date.now() > deadline) return { ...done, stuck: open };
    if (open === 0) {
      await workers.thawed();
      return { ...done, stuck: 0 };
    }
    if (count === total) await pause(200);
    else {
      await pause(300 + random() * 2_000);
      done[disturb(options, workers, count, random)] += 1;
      count += 1;
    }
  }
}
