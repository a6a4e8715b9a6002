import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import type { SignedNotice } from '../../adapters/sandbox/stage.ts';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { openAddress, receiveNotices } from '../../core/features/leads/notices.ts';
import { LEADS_QUEUE } from '../../core/features/leads/pass.ts';
import { formKind, leadKind, leadWatchKind } from '../../core/features/leads/records.ts';
import { setWatch } from '../../core/features/leads/watch.ts';
import { deliveryKind } from '../../core/features/webhooks/records.ts';
import { createWebhook } from '../../core/features/webhooks/webhooks.ts';
import { silent } from '../../core/ports/log.ts';
import { queueJob } from '../../core/records/job.ts';
import { allOf } from '../../core/records/list.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { pause, randomSource, type Sandbox, startSandbox, startWorkers } from './processes.ts';
import { type ChaosOptions, type ChaosResult, disturb, disturbances, playFaults } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos', scopes: ['admin'] as const };
const SECONDS_TO_GIVE_UP = 900;
/** People fill in forms, part by part, while workers are killed. */
const PARTS = 20;
/** In every address, to look for in what is kept. */
const WORD = 'chaosperson';

export interface LeadsResult extends ChaosResult {
  /** Notices that were sent, repetitions included. */
  readonly notices: number;
  /** Leads whose webhook delivery exists more than once or not at all. */
  readonly wronglyTold: number;
  /** How often an address stands in clear in the files of the database. */
  readonly clear: number;
}

/**
 * Has people fill in forms while workers are killed at random moments. Half of the leads come by
 * lists alone, the others by notices too, late, repeated and out of order. Counts what is kept of
 * each.
 */
export async function runLeadsChaos(options: ChaosOptions): Promise<LeadsResult> {
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
    const able = (options.platforms ?? simulations).filter(
      ({ stage }) => stage.leads?.arrive !== undefined,
    );
    await createWebhook(house, caller, {
      url: 'https://crm.example/hook',
      events: ['lead.created'],
    });
    const keys = await watchAll(house, able);
    await sandbox.control('latency', { ms: 20 });
    await playFaults(
      sandbox,
      { ...options, platforms: able },
      ({ stage }) => stage.leads?.badDay ?? [],
    );
    const { expected, notices, kills, stuck } = await disturbAndWait(
      { ...options, platforms: able },
      { house, sandbox, workers, keys },
    );
    await sandbox.clearFaults();
    const kept = await allOf(house.store, leadKind, COMPANY);
    const told = new Map<string, number>();
    for (const { doc } of await allOf(house.store, deliveryKind, COMPANY)) {
      const { id } = (doc.data as { readonly lead: { readonly id: string } }).lead;
      told.set(id, (told.get(id) ?? 0) + 1);
    }
    const isKept = new Set(kept.filter(({ doc }) => doc.state === 'kept').map(({ id }) => id));
    return {
      ads: expected.size,
      adSets: able.length,
      expected: expected.size,
      created: isKept.size,
      duplicates: [...isKept].filter((id) => !expected.has(id)).length,
      lost: [...expected].filter((id) => !isKept.has(id)).length,
      wronglyTold: [...expected].filter((id) => told.get(id) !== 1).length,
      clear: await clearIn(folder, 'slipway.db'),
      failed: 0,
      notices,
      kills,
      stuck,
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

interface Watched {
  readonly key: AccountKey;
  readonly simulation: Simulation;
  /** Where its notices go. */
  readonly inbox?: string;
  readonly token?: string;
}

async function watchAll(
  house: ChaosHouse,
  able: readonly Simulation[],
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const simulation of able) {
    const { platform, stage } = simulation;
    await connect(house, simulation, stage.leads?.credentials);
    const key = accountKey(platform, stage.account.id);
    await setWatch(house, caller, { accountId: key });
    const { url, token = '' } =
      stage.leads?.notices === undefined
        ? {}
        : await openAddress({ ...house, publicUrl: '' }, caller, key);
    watched.push({
      key,
      simulation,
      ...(url !== undefined && { inbox: url.split('/').pop() ?? '', token }),
    });
  }
  return watched;
}

/** In the database and what lies beside it; a Postgres has no files here. */
async function clearIn(folder: string, database: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(database));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return texts.reduce((sum, text) => sum + text.split(WORD).length - 1, 0);
}

interface Came {
  readonly leadIds: readonly string[];
  readonly notices: readonly SignedNotice[];
}

interface World {
  readonly house: ChaosHouse;
  readonly sandbox: Sandbox;
  readonly workers: ReturnType<typeof startWorkers>;
  readonly keys: readonly Watched[];
}

/** Leads arrive part by part, with kills between, until all of them are kept. */
async function disturbAndWait(options: ChaosOptions, { house, sandbox, workers, keys }: World) {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const expected = new Set<string>();
  const waiting: { readonly of: Watched; readonly notice: SignedNotice }[] = [];
  const each = Math.ceil(options.ads / PARTS / keys.length);
  let [parts, done, notices] = [0, 0, 0];
  for (;;) {
    if (parts < PARTS) {
      parts += 1;
      for (const of of keys) {
        const count = Math.min(each, options.ads - expected.size);
        if (count <= 0) continue;
        const order = {
          platform: of.simulation.name,
          count,
          word: `${WORD}${parts}`,
          key: of.token,
        };
        const came = (await sandbox.control('leads', order)) as Came;
        for (const id of came.leadIds) expected.add(`${of.simulation.platform}:${id}`);
        for (const notice of came.notices) if (random() < 0.5) waiting.push({ of, notice });
      }
    }
    // Out of order, and every third of them again later.
    waiting.sort(() => random() - 0.5);
    for (const { of, notice } of waiting.splice(0, each)) {
      if (of.inbox !== undefined) await sendNotice(house, of.inbox, notice);
      notices += 1;
      if (random() < 0.3) waiting.push({ of, notice });
    }
    await readNow(house, keys);
    const kept = await house.store.count(leadKind, COMPANY, { where: { state: 'kept' } });
    options.progress?.(`${kept} of ${expected.size} leads kept, ${done} of ${total} disturbances`);
    const isOver =
      parts === PARTS && waiting.length === 0 && done >= total && kept >= expected.size;
    if (isOver || Date.now() > deadline) {
      await workers.thawed();
      return { expected, notices, kills: done, stuck: isOver ? 0 : expected.size - kept };
    }
    await pause(500 + random() * 1_500);
    if (done < total) {
      disturb(options, workers, done, random);
      done += 1;
    }
  }
}

const sendNotice = (house: ChaosHouse, id: string, { headers, body }: SignedNotice) =>
  receiveNotices(house, {
    method: 'POST',
    companyId: COMPANY,
    id,
    query: {},
    header: (name) => headers[name],
    body,
  });

/** Forms are listed every half hour and read every few minutes: here at once. */
async function readNow({ store }: ChaosHouse, keys: readonly Watched[]): Promise<void> {
  const now = Date.now();
  for (const { id, version, doc } of await allOf(store, formKind, COMPANY))
    if (doc.dueAt > now)
      await store.commit([
        { kind: formKind, companyId: COMPANY, id, expect: version, doc: { ...doc, dueAt: now } },
      ]);
  for (const { id, version, doc } of await allOf(store, leadWatchKind, COMPANY))
    await store.commit([
      { kind: leadWatchKind, companyId: COMPANY, id, expect: version, doc: { ...doc, formsAt: 0 } },
    ]);
  for (const { key } of keys)
    await store.commit([
      await queueJob(store, LEADS_QUEUE, { companyId: COMPANY, subject: key, now, uses: [key] }),
    ]);
}
