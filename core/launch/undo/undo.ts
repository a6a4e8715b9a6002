import type * as v from 'valibot';
import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { type AccessPorts, accessAccount } from '../../accounts/access.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { counted } from '../../base/counted.ts';
import { accountsOf } from '../../effects/schedule.ts';
import { foldEntries } from '../../effects/state.ts';
import { lookAt, orTold } from '../../gate/look.ts';
import type { Looked, Preview } from '../../gate/preview.ts';
import { refuseOtherWorkspace } from '../../gate/workspace.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Store } from '../../ports/store.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { type Conclude, type Once, unkeyed } from '../../records/once.ts';
import { batchWords } from '../batch-words.ts';
import { findPlan, headWrite, readBatch, readJournal, readPlan } from '../journal/journal.ts';
import {
  type BatchRecord,
  UNDO_QUEUE,
  type UndoMode,
  type UndoRecord,
} from '../journal/records.ts';
import { undoRunning, wrongState } from '../journal/refusals.ts';
import type { undoAnswer } from '../schema.ts';
import { shownUndo } from '../show/present.ts';
import { countUndo, foldUndo, isLeft, undoable } from './state.ts';

type UndoAnswer = v.InferOutput<typeof undoAnswer>;

interface UndoPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
}

interface Undoing {
  readonly batchId: string;
  readonly mode: UndoMode;
}

/**
 * Asking again changes nothing, unless something is left: what could not be undone, or what a retry
 * has made since.
 */
export const undoBatch = (
  ports: UndoPorts,
  caller: Actor,
  undoing: Undoing,
  once: Once = unkeyed(ports.store),
): Promise<UndoAnswer> =>
  once.inOneCommit((conclude) => askForUndo(ports, caller, undoing, conclude));

export async function previewUndo(
  ports: AccessPorts,
  companyId: string,
  { batchId, mode }: Undoing,
): Promise<Preview> {
  const { store } = ports;
  const plan = await findPlan(store, companyId, batchId);
  const states = foldEntries(plan?.operations ?? [], await readJournal(store, companyId, batchId));
  const { ads, parents } =
    plan === undefined ? { ads: [], parents: [] } : undoable(plan, states, mode);
  const made = [...ads, ...parents].map(({ id, kind, name = '', account }) => ({
    type: kind as EntityType,
    id: states.get(id)?.result?.ref ?? '',
    name,
    account,
  }));
  const verb = mode === 'pause' ? 'Pause' : 'Delete';
  const number = (type: EntityType) => made.filter((each) => each.type === type).length;
  const what = [
    ...(mode === 'delete-empty' ? [] : [counted(number('ad'), 'ad')]),
    ...(number('adset') === 0 ? [] : [counted(number('adset'), 'ad set')]),
    ...(number('campaign') === 0 ? [] : [counted(number('campaign'), 'campaign')]),
  ].join(', ');
  const batch = await batchWords(store, companyId, batchId);
  const of =
    mode === 'delete-empty'
      ? `that ${batch} created and no ad went into`
      : `all that ${batch} created`;
  const summary = `${verb} ${what || 'nothing'}, ${of}`;
  const then = mode === 'pause' ? 'paused' : 'deleted for good';
  return {
    guards: [],
    moneyAtStake: [],
    startsDelivering: false,
    summary,
    objects: made.map(({ type, id, name }) => ({ type, id, name, then })),
    world: made,
    look: () => lookAtMade(ports, companyId, mode, made),
  };
}

interface Made {
  readonly type: EntityType;
  readonly id: string;
  readonly account: AccountKey;
}

/** More would take a call for each fifty. */
const MOST_LOOKED = 500;

/** A person may have renamed or switched on what would be undone. */
async function lookAtMade(
  ports: AccessPorts,
  companyId: string,
  mode: UndoMode,
  made: readonly Made[],
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const key of new Set(made.map(({ account }) => account))) {
    const account = await accessAccount(ports, companyId, key);
    const ids = made.filter(({ account: its }) => its === key).slice(0, MOST_LOOKED);
    const read = await account.platform.inspect?.entities(
      account.access,
      ids.map(({ type, id }) => ({ type, id })),
    );
    const found = (read ?? []).flatMap((each) =>
      'failure' in each ? orTold(each.failure, []) : [each],
    );
    looked.push(...(await lookAt(account, found, mode === 'pause' ? 'named' : 'below')));
  }
  return looked;
}

async function askForUndo(
  ports: UndoPorts,
  caller: Actor,
  { batchId, mode }: Undoing,
  conclude: Conclude<UndoAnswer>,
): Promise<UndoAnswer> {
  const { store, clock, jobs } = ports;
  const told = async (answer: UndoAnswer): Promise<UndoAnswer> => {
    await conclude([], answer);
    return answer;
  };
  const { companyId } = caller;
  for (;;) {
    const batch = await readBatch(store, companyId, batchId);
    const { rawStatus, undo } = batch.doc;
    if (rawStatus !== 'Success' && rawStatus !== 'Error' && rawStatus !== 'Cancelled')
      throw wrongState(
        batch.doc,
        'undone',
        rawStatus === 'Draft'
          ? 'Nothing was launched from it.'
          : 'Wait for its end, or cancel it first.',
      );
    const running = undo !== undefined && undo.finishedAt === undefined;
    if (running && undo.mode !== mode) throw undoRunning(undo.mode);
    if (running) return told(answerOf(batchId, batch.doc, undo));
    const plan = await readPlan(store, companyId, batchId);
    await refuseOtherWorkspace(ports, caller, accountsOf(plan.operations), 'id');
    const entries = await readJournal(store, companyId, batchId);
    const states = foldEntries(plan.operations, entries);
    const results = foldUndo(entries);
    if (undo !== undefined && !isLeft(plan, states, results, mode))
      return told(answerOf(batchId, batch.doc, undo));
    const counts = countUndo(plan, states, results, mode);
    const record: UndoRecord = {
      mode,
      requestedAt: clock.now(),
      after: batch.doc.entries,
      ...counts,
    };
    const answer = answerOf(batchId, batch.doc, record);
    const writes = [
      headWrite(companyId, batchId, batch.version, { ...batch.doc, undo: record }),
      await queueJob(store, UNDO_QUEUE, {
        companyId,
        subject: batchId,
        now: clock.now(),
        uses: accountsOf(plan.operations),
      }),
      auditWrite(ports, caller, {
        action: 'batch.undo',
        subject: batchId,
        details: { mode, ads: record.ads },
      }),
    ];
    if ((await conclude(writes, answer)) !== undefined) continue;
    await jobs.wake(jobId(UNDO_QUEUE, companyId, batchId));
    return answer;
  }
}

const answerOf = (batchId: string, { slug }: BatchRecord, undo: UndoRecord): UndoAnswer => ({
  success: true,
  message: messageOf(undo, batchId),
  adBatchId: Number(batchId),
  adBatchSlug: slug,
  undo: shownUndo(undo),
});

function messageOf({ mode, finishedAt, ads, creatives }: UndoRecord, batchId: string): string {
  const all = [
    counted(ads, 'ad'),
    ...(creatives === undefined ? [] : [counted(creatives.made, 'creative')]),
  ].join(' and ');
  const what =
    mode === 'delete-empty'
      ? 'Campaigns and ad sets that stayed empty are deleted'
      : `${all} to ${mode}`;
  if (finishedAt !== undefined)
    return `This batch was undone before (${mode}): nothing is left to do.`;
  return `${what}. The status of batch ${batchId} tells how far it is.`;
}
