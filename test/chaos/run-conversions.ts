import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventKind } from '../../adapters/sandbox/kit/conversions.ts';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { parseRequest } from '../../core/base/schema/parse.ts';
import {
  type DeliveryRecord,
  deliveryKind,
  outcomeNames,
} from '../../core/features/conversions/records.ts';
import { sendRequest } from '../../core/features/conversions/schema.ts';
import { sendConversions } from '../../core/features/conversions/send.ts';
import { silent } from '../../core/ports/log.ts';
import type { Stored } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { pause, randomSource, startSandbox, startWorkers } from './processes.ts';
import { type ChaosOptions, type ChaosResult, disturb, disturbances, playFaults } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos' };
const EVENTS_PER_UPLOAD = 100;
/** One event in so many is refused by the platform for what nobody can see before. */
const ONE_BAD_IN = 250;
const SECONDS_TO_GIVE_UP = 900;

export interface ConversionsResult extends ChaosResult {
  /** Events that nobody knows about, and that were reported as such. */
  readonly uncertain: number;
  /**
   * The same by platform and by why they were not sent again, with how many of them the platform
   * has counted.
   */
  readonly uncertainBy: {
    readonly [platformAndCause: string]: { readonly events: number; readonly counted: number };
  };
  /** Uncertain events that the platform would have counted once, had they been sent again. */
  readonly needlesslyUncertain: number;
  readonly requests: number;
  /** How often each fault was played. */
  readonly played: { readonly [fault: string]: number };
}

/**
 * Sends events while the workers are killed at random moments and answers are lost, waits for every
 * outcome, and counts in the platforms' own state: an event that is counted twice is a duplicate;
 * one that is neither counted nor reported as refused or uncertain is lost.
 */
export async function runConversionsChaos(options: ChaosOptions): Promise<ConversionsResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const house = await assembleChaosHouse({ database, sandboxUrl: sandbox.url }, silent);
  const workers = startWorkers(
    options.workers,
    { database, sandboxUrl: sandbox.url },
    options.former,
  );
  try {
    const platforms = (options.platforms ?? simulations).filter(
      ({ stage }) => stage.samples.conversions !== undefined,
    );
    for (const simulation of platforms) await connect(house, simulation);
    await sandbox.control('latency', { ms: 20 });
    await playFaults(sandbox, { ...options, platforms }, badDay);
    const uploads = await submit(house, platforms, options.ads);

    const stuck = await disturbAndWait(options, house, workers);
    const played = await playedFaults(sandbox.url);
    await sandbox.clearFaults();
    const answer = await fetch(`${sandbox.url}/_sandbox/state?objects=${eventKind}`);
    const { list } = (await answer.json()) as {
      list: { [kind: string]: readonly { event_id: string; counted: number }[] };
    };
    const counted = new Map(
      (list[eventKind] ?? []).map(({ event_id, counted: times }) => [event_id, Number(times)]),
    );
    const outcomes = await outcomesOf(house, uploads);
    const told = (name: string): number =>
      [...outcomes.values()].filter((outcome) => outcome === name).length;
    const deliveries = await allOf(house.store, deliveryKind, COMPANY);
    const uncertainBy = causesOf(deliveries, uploads, counted);
    return {
      ads: options.ads,
      adSets: uploads.size,
      expected: outcomes.size,
      kills: options.kills,
      stuck,
      created: [...outcomes.keys()].filter((id) => counted.has(id)).length,
      duplicates: [...counted.values()].reduce((sum, times) => sum + times - 1, 0),
      lost: [...outcomes].filter(
        ([id, outcome]) => !counted.has(id) && outcome !== 'refused' && outcome !== 'uncertain',
      ).length,
      failed: told('refused'),
      uncertain: told('uncertain'),
      uncertainBy,
      needlesslyUncertain: Object.entries(uncertainBy)
        .filter(([name]) => !name.endsWith(' not_deduplicated'))
        .reduce((sum, [, { events }]) => sum + events, 0),
      played,
      requests: deliveries.reduce((sum, { doc }) => sum + doc.requests, 0),
      retries: 0,
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * How often a platform answers that it was asked too often: each time an account waits as long as
 * it says.
 */
const THROTTLES = 3;

/**
 * Answers lost, failures that were none, connections cut, pages of HTML, throttles: of the requests
 * with events.
 */
function badDay({ stage }: Simulation): readonly object[] {
  const path = stage.samples.conversions?.path ?? '';
  const { troubles } = stage;
  return [
    { ...troubles['answer lost'], path, probability: 0.15 },
    { ...troubles['failed but done'], path, probability: 0.1 },
    { ...troubles['cut before'], path, probability: 0.08 },
    { ...troubles.html, path, probability: 0.05 },
    { ...troubles.throttled, path, probability: 0.1, times: THROTTLES },
  ];
}

/** The ids of the events of each upload, in their order. */
async function submit(house: ChaosHouse, platforms: readonly Simulation[], events: number) {
  const uploads = new Map<string, readonly string[]>();
  for (let from = 0, n = 0; from < events; from += EVENTS_PER_UPLOAD, n += 1) {
    const { platform, stage } = platforms[n % platforms.length] ?? {};
    const sample = stage?.samples.conversions;
    if (sample === undefined) throw new Error('There is no platform to play on.');
    const happenedAt = new Date(Date.now() - 60_000).toISOString();
    const ids = Array.from({ length: Math.min(EVENTS_PER_UPLOAD, events - from) }, (_, i) => {
      const number = from + i;
      return number % ONE_BAD_IN === 7 ? `chaos-${number}-sandbox-refused` : `chaos-${number}`;
    });
    const request = {
      destinations: [`${platform}:${sample.destination}`],
      events: ids.map((eventId) => ({ eventId, name: 'purchase', happenedAt, ...sample.fields })),
    };
    const { uploadId = '' } = await sendConversions(
      house,
      caller,
      parseRequest(sendRequest, request),
    );
    uploads.set(uploadId, ids);
  }
  return uploads;
}

async function outcomesOf(house: ChaosHouse, uploads: ReadonlyMap<string, readonly string[]>) {
  const outcomes = new Map<string, string>();
  for (const { doc } of await allOf(house.store, deliveryKind, COMPANY))
    for (const [at, letter] of [...doc.outcomes].entries())
      outcomes.set(
        uploads.get(doc.uploadId)?.[doc.indexes[at] ?? at] ?? '',
        outcomeNames[letter as keyof typeof outcomeNames],
      );
  return outcomes;
}

async function playedFaults(url: string): Promise<ConversionsResult['played']> {
  const answer = await fetch(`${url}/_sandbox/faults`);
  const { active } = (await answer.json()) as {
    active: readonly { readonly fault: string; readonly fired: number }[];
  };
  const played: { [fault: string]: number } = {};
  for (const { fault, fired } of active) played[fault] = (played[fault] ?? 0) + fired;
  return played;
}

/** Uncertain events by platform and cause. */
function causesOf(
  deliveries: readonly Stored<DeliveryRecord>[],
  uploads: ReadonlyMap<string, readonly string[]>,
  counted: ReadonlyMap<string, number>,
): ConversionsResult['uncertainBy'] {
  const causes: { [name: string]: { events: number; counted: number } } = {};
  for (const { doc } of deliveries)
    for (const { at, cause } of doc.failures) {
      if (cause === undefined || doc.outcomes[at] !== 'u') continue;
      const name = `${doc.destination.split(':')[0]} ${cause}`;
      const sum = causes[name] ?? { events: 0, counted: 0 };
      const id = uploads.get(doc.uploadId)?.[doc.indexes[at] ?? at] ?? '';
      causes[name] = { events: sum.events + 1, counted: sum.counted + (counted.has(id) ? 1 : 0) };
    }
  return causes;
}

/**
 * Kills at random moments, spread over the progress of the work. Answers how many deliveries had
 * not ended.
 */
async function disturbAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: ReturnType<typeof startWorkers>,
): Promise<number> {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  for (let done = 0; ; ) {
    const deliveries = await allOf(house.store, deliveryKind, COMPANY);
    const open = deliveries.filter(({ doc }) => doc.state === 'open');
    const left = open.filter(({ doc }) => doc.outcomes.includes('q')).length;
    options.progress?.(
      `${deliveries.length - left} of ${deliveries.length} uploads sent, ${done} of ${total} disturbances`,
    );
    if (Date.now() > deadline) return open.length;
    if (open.length === 0) {
      await workers.thawed();
      return 0;
    }
    const due = Math.ceil(((deliveries.length - left) / deliveries.length) * total);
    if (done < total && (done <= due || left === 0)) {
      await pause(20 + random() * 300);
      disturb(options, workers, done, random);
      done += 1;
    } else await pause(200);
  }
}
