import type { HeldLists } from '../../adapters/sandbox/stage.ts';
import { companyKind } from '../../core/access/records.ts';
import { effectPlanKind, readEffectPlan } from '../../core/effects/plan.ts';
import { executionKind } from '../../core/features/automations/records.ts';
import { deliveryKind } from '../../core/features/conversions/records.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { duplicateKind } from '../../core/manage/duplicate/records.ts';
import { DUPLICATE_QUEUE } from '../../core/manage/duplicate/run.ts';
import { type Store, SYSTEM } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';
import { allOf } from '../../core/records/list.ts';
import { cutLeft } from './cut-work.ts';
import type { Cut } from './cuts.ts';
import { control, liveOn, type World } from './lives.ts';
import { faultsTold } from './reports.ts';
import { lastReply } from './scenarios/features.ts';
import type { Answer } from './version.ts';
import { type Tally, tallyOf } from './wishes.ts';

/** What has not ended, by kind and id. */
async function openWork(store: Store): Promise<readonly string[]> {
  const open: string[] = [];
  for (const { id: companyId } of await allOf(store, companyKind, SYSTEM)) {
    for (const { id, doc } of await allOf(store, batchKind, companyId)) {
      if (doc.rawStatus === 'Queued' || doc.rawStatus === 'Processing') open.push(`batch ${id}`);
      if (doc.undo !== undefined && doc.undo.finishedAt === undefined) open.push(`undo ${id}`);
    }
    for (const { id, doc } of await allOf(store, duplicateKind, companyId))
      if (doc.state !== 'finished') open.push(`copies ${id}`);
    for (const { id, doc } of await allOf(store, executionKind, companyId))
      if (doc.phase !== 'ended') open.push(`run ${id}`);
    for (const { id, doc } of await allOf(store, deliveryKind, companyId))
      if (doc.state === 'open') open.push(`events ${id}`);
    for (const { id } of await allOf(store, effectPlanKind, companyId))
      if ((await readEffectPlan(store, companyId, id))?.doc.state !== 'finished')
        open.push(`effects ${id}`);
  }
  // Copies are looked after once more when they have ended.
  for (const { id, doc } of await allOf(store, jobKind, SYSTEM))
    if (doc.queue === DUPLICATE_QUEUE) open.push(`job ${id}`);
  return open;
}

export interface Ended {
  readonly tally: Tally;
  /** What does not end however long one waits. */
  readonly open: readonly string[];
  /** Those that were refused, asked again at once and asked again in the end. */
  readonly refused: readonly string[];
  /** How often each fault was counted before the work went on. */
  readonly before: Tally;
}

/**
 * What was written last is not in Meta's lists yet: for longer than the leases of the dead last,
 * for less than Meta is given to show what a dead worker has sent.
 */
const lateComments = { fault: 'list-lag', platform: 'meta', path: '*/comments', ms: 110_000 };

const IN_THE_END = 'in the end';
const LOOK_MS = 60_000;
const PATIENCE_MS = 3 * 24 * 3_600_000;

/**
 * Goes on with what the former version left: clients ask again at once, workers work until nothing
 * is open.
 */
export async function carryToEnd(world: World): Promise<Ended> {
  const { adminKey, cuts, adSetIds } = cutLeft();
  const told = { copies: new Map<string, readonly string[]>(), failedEvents: new Set<string>() };
  const tally = async (): Promise<Tally> => {
    const { list } = (await control(world.sandbox, 'GET', 'state?objects=1')) as {
      readonly list: HeldLists;
    };
    return tallyOf(list, cuts, told, new Set(adSetIds));
  };
  const service = await liveOn(world);
  const refused: string[] = [];
  const askAgain = ({ name, request }: Cut, when: string): Promise<Answer | undefined> =>
    request === undefined
      ? Promise.resolve(undefined)
      : asked(name, when, () => service.ask('POST', request, adminKey));
  async function asked(name: string, when: string, send: () => Promise<Answer>): Promise<Answer> {
    const answer = await send();
    // What still goes on is not told as a success yet.
    if (answer.status >= 300 || (when === IN_THE_END && answer.body.success === false))
      refused.push(`${name}, ${when}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Events that the upload tells to have failed. */
  async function failedIn({ wishes }: Cut, answer: Answer | undefined): Promise<readonly string[]> {
    const ids = wishes.flatMap((wish) => (wish.is === 'event' ? [wish.id] : []));
    if (ids.length === 0 || answer === undefined) return [];
    const upload = { path: `/v1/conversions/uploads/${answer.body.uploadId}`, body: {} };
    const { body } = await service.ask('GET', upload, adminKey);
    const failures = (body as UploadAnswer).destinations.flatMap(
      (destination) => destination.failures,
    );
    return failures.flatMap(({ index }) => ids[index] ?? []);
  }

  await control(world.sandbox, 'POST', 'faults', lateComments);
  const before = await tally();
  // While what was written last is not to be seen.
  await Promise.all(
    cuts.filter(({ what }) => what === lastReply.what).map((cut) => askAgain(cut, 'first')),
  );
  const worker = service.work();
  await Promise.all(cuts.map((cut) => askAgain(cut, 'at once')));
  for (
    let waited = 0;
    waited < PATIENCE_MS && (await openWork(world.store)).length > 0;
    waited += LOOK_MS
  )
    await world.clock.sleep(LOOK_MS);
  for (const cut of cuts) {
    const answer = await askAgain(cut, IN_THE_END);
    for (const [sourceId, made] of copiesIn(cut, answer)) told.copies.set(sourceId, made);
    for (const id of await failedIn(cut, answer)) told.failedEvents.add(id);
    if (answer === undefined) continue;
    for (const fault of await faultsTold(service, adminKey, cut.what, answer))
      refused.push(`${cut.name}: ${fault}`);
  }
  await worker.stop();
  return { before, tally: await tally(), open: await openWork(world.store), refused };
}

interface CopyAnswer {
  readonly results: readonly { readonly newAdSetId?: string }[];
}

interface UploadAnswer {
  readonly destinations: readonly { readonly failures: readonly { readonly index: number }[] }[];
}

/** Which copies an answer names. */
const copiesIn = (
  { wishes }: Cut,
  answer: Answer | undefined,
): readonly (readonly [sourceId: string, made: readonly string[]])[] =>
  wishes.flatMap((wish) =>
    wish.is === 'copied' && answer !== undefined
      ? [
          [
            wish.sourceId,
            (answer.body as CopyAnswer).results.flatMap(({ newAdSetId }) => newAdSetId ?? []),
          ] as const,
        ]
      : [],
  );
