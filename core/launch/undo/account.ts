import {
  type AccessPorts,
  type AccountAccess,
  accessAccount,
  whileHeld,
} from '../../accounts/access.ts';
import type { AdSetReader } from '../../accounts/ad-sets.ts';
import { deletedAdWrite } from '../../accounts/deleted-ads.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { explained, SlipwayError } from '../../base/errors.ts';
import { inWaves } from '../../effects/schedule.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { LeaseLost } from '../../records/lease.ts';
import type { LaunchHooks } from '../hooks.ts';
import type { Journal } from '../journal/journal.ts';
import type { States, UndoMode, UndoResult } from '../journal/records.ts';
import type { Plan, PlannedOperation } from '../plan/plan.ts';
import { adSetIdOf } from '../structure/show.ts';
import { undoParent } from '../structure/undo.ts';
import { applyUndo, countUndo, type Undoable, type UndoResults } from './state.ts';

export interface UndoRunPorts extends AccessPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly adSets?: Pick<AdSetReader, 'forget'>;
  readonly hooks: Pick<LaunchHooks, 'ended'>;
}

const WAVE = 50;

export interface UndoRun {
  readonly ports: UndoRunPorts;
  readonly companyId: string;
  readonly batchId: string;
  readonly mark: string;
  readonly mode: UndoMode;
  readonly plan: Plan;
  readonly states: States;
  readonly results: UndoResults;
  readonly journal: Journal;
  readonly isHeld: () => boolean;
}

/**
 * From the leaves up: a creative can go only when nothing shows it any more, an ad set when nothing
 * is in it.
 */
export async function undoAccount(
  run: UndoRun,
  key: AccountKey,
  { ads, creatives, parents }: Undoable,
): Promise<void> {
  const all = [...ads, ...creatives, ...parents];
  if (all.length === 0) return;
  let account: AccountAccess;
  try {
    account = whileHeld(await accessAccount(run.ports, run.companyId, key), run.isHeld);
  } catch (error) {
    return note(
      run,
      all,
      all.map(() => failed(error)),
    );
  }
  for (const wave of inWaves(ads, WAVE)) {
    const results = await undoAds(run, account, wave);
    if (run.mode === 'delete') await rememberDeleted(run, wave, results);
    await note(run, wave, results);
  }
  run.ports.adSets?.forget(run.companyId, key);
  for (const wave of inWaves(creatives, WAVE))
    await note(run, wave, await removeCreatives(run, account, wave));
  for (const parent of parents) {
    const result = await undoParent(run, account, parent).catch(failed);
    await note(run, [parent], [result]);
  }
}

async function undoAds(
  run: UndoRun,
  { platform, access }: AccountAccess,
  wave: readonly PlannedOperation[],
): Promise<readonly UndoResult[]> {
  const { edit } = platform;
  if (edit === undefined)
    return wave.map(() => ({
      to: 'failed',
      why: `${platform.definition.id} offers no way to undo.`,
    }));
  const ads = wave.map((operation) => ({ type: 'ad' as const, id: refOf(run, operation) }));
  try {
    const results =
      run.mode === 'delete'
        ? await edit.remove(access, ads)
        : await edit.setStatus(
            access,
            ads.map((ad) => ({ ...ad, status: 'PAUSED' })),
          );
    return wave.map((_, position) => {
      const failure = results[position]?.failure;
      // What is gone needs no undoing.
      if (failure?.class === 'missing') return { to: 'deleted' };
      if (failure !== undefined) return { to: 'failed', why: explained(failure) };
      return { to: run.mode === 'delete' ? 'deleted' : 'paused' };
    });
  } catch (error) {
    return wave.map(() => failed(error));
  }
}

async function removeCreatives(
  run: UndoRun,
  { platform, access }: AccountAccess,
  wave: readonly PlannedOperation[],
): Promise<readonly UndoResult[]> {
  const remove = platform.launch?.removeCreatives;
  if (remove === undefined)
    return wave.map(() => ({
      to: 'kept',
      why: `${platform.definition.id} offers no way to delete creatives.`,
    }));
  const gone = run.plan.operations.flatMap((operation) =>
    operation.kind === 'ad' && run.results.get(operation.id)?.to === 'deleted'
      ? [refOf(run, operation)]
      : [],
  );
  const posts = run.plan.ads.flatMap(({ media }) =>
    media.flatMap(({ effectiveStoryId }) => effectiveStoryId ?? []),
  );
  try {
    const ids = wave.map((operation) => refOf(run, operation));
    const removals = await remove(access, { ids, batch: run.mark, gone, posts });
    return wave.map((_, position): UndoResult => {
      const removal = removals[position];
      if (removal?.state === 'kept') return { to: 'kept', why: removal.why };
      if (removal?.state === 'failed') return { to: 'failed', why: explained(removal.failure) };
      return { to: 'deleted' };
    });
  } catch (error) {
    return wave.map(() => failed(error));
  }
}

export async function note(
  run: UndoRun,
  wave: readonly PlannedOperation[],
  results: readonly UndoResult[],
): Promise<void> {
  const undone: { [id: string]: UndoResult } = {};
  wave.forEach(({ id }, position) => {
    const result = results[position];
    if (result !== undefined) undone[id] = result;
  });
  applyUndo(run.results, undone);
  const counts = countUndo(run.plan, run.states, run.results, run.mode);
  await run.journal.append({ undone }, run.ports.clock.now(), (head) =>
    head.undo === undefined ? {} : { undo: { ...head.undo, ...counts } },
  );
}

/**
 * Before it is noted, so that a crash in between repeats both: the platform lists no deleted ads,
 * we do.
 */
async function rememberDeleted(
  run: UndoRun,
  wave: readonly PlannedOperation[],
  results: readonly UndoResult[],
): Promise<void> {
  const { store, clock } = run.ports;
  const writes = await Promise.all(
    wave
      .filter((_, position) => results[position]?.to === 'deleted')
      .map((operation) =>
        deletedAdWrite(store, run.companyId, {
          id: refOf(run, operation),
          name: operation.name ?? '',
          status: 'DELETED',
          effectiveStatus: 'DELETED',
          createdTime: new Date(run.states.get(operation.id)?.sentAt ?? 0).toISOString(),
          thumbnailUrl: null,
          account: operation.account,
          adSetId: adSetIdOf(operation, run.states),
          deletedAt: clock.now(),
        }),
      ),
  );
  // Another deletion of the same ad at the same moment has written the same.
  if (writes.length > 0) await store.commit(writes);
}

const refOf = (run: UndoRun, { id }: PlannedOperation) => run.states.get(id)?.result?.ref ?? '';

/** What the user can know of becomes a reason; anything else is our fault and stops the job. */
function failed(error: unknown): UndoResult {
  if (error instanceof SlipwayError && !(error instanceof LeaseLost))
    return { to: 'failed', why: error.message };
  throw error;
}
