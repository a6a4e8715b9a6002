import type { UndoMode } from '../../core/launch/journal/records.ts';
import type { Store, Write } from '../../core/ports/store.ts';
import { describedIn, notToFollow } from '../../core/sheet/launch-after.ts';
import { isUnsettled, type SheetLaunch, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { accept, forgotten, settle } from '../../core/sheet/launch-results.ts';
import { type App, FILE } from '../base/app.ts';
import { Problem, problemOf } from '../base/problem.ts';
import { say } from '../base/say.ts';
import { openService, type Service } from '../base/service.ts';
import { currentLaunchSheet, type LaunchSheet, launchSheets } from '../sheet/launch-sheet.ts';
import { asRequest, composeAgreed, type Scope } from './compose.ts';
import { isOwn, type Kept, keptLaunches } from './kept.ts';
import { markRefused } from './refused.ts';
import { showResults } from './results.ts';
import { lookAt } from './rows.ts';
import { findBatch, REMEMBERED_MS } from './unsent.ts';
import { type LaunchView, viewsOf } from './views.ts';

/**
 * Writes down what will be sent, shows it in the rows, then sends it: `continueLaunches` goes on
 * from what is written.
 */
export async function startLaunch(
  app: App,
  planId: string,
  scope: Scope,
  sheetId?: string,
): Promise<LaunchView[]> {
  const service = openService(app);
  const launchSheet = launchSheetOf(app, sheetId);
  await app.locked(async (store) => {
    const looked = await lookAt(app, store, launchSheet, scope);
    if (looked.chosen.every(({ turn }) => turn !== 'launch')) return;
    const composed = await composeAgreed(app, service.companyId, looked, planId);
    if (composed === undefined) throw new Problem('changed', say('rowsChanged'));
    const conflict = await store.commit(
      composed.launches.map(({ key, record }) => ({
        kind: sheetLaunchKind,
        companyId: FILE,
        id: key,
        expect: 'absent',
        doc: record,
      })),
    );
    if (conflict !== undefined) return;
    await tryToShow(app, store, [looked.open.id]);
  });
  return continueLaunches(app);
}

/** The sheet a plan was made for, or the one in front. */
function launchSheetOf(app: App, sheetId: string | undefined): LaunchSheet {
  const planned = launchSheets(app.spreadsheet).find(
    ({ sheet }) => String(sheet.getSheetId()) === sheetId,
  );
  return planned ?? currentLaunchSheet(app);
}

/** Sends what is not accepted yet, asks how accepted launches stand, and shows both in the rows. */
export async function continueLaunches(
  app: App,
  options: { readonly patient?: boolean } = {},
): Promise<LaunchView[]> {
  const service = openService(app);
  const { own } = await app.locked((store) => keptLaunches(app, store));
  const mine = own.filter(({ doc }) => doc.companyId === service.companyId);
  const changes = new Map<string, SheetLaunch | undefined>();
  let trouble: unknown;
  for (const kept of mine
    .filter(({ doc }) => doc.state === 'sending')
    .sort((a, b) => a.doc.createdAt - b.doc.createdAt)) {
    const all = [...mine.map(({ doc }) => doc), ...changes.values()];
    const open = new Set(all.flatMap((doc) => (doc?.state === 'open' ? (doc.batchId ?? []) : [])));
    const { waits, follows = [] } = kept.doc;
    // What was refused is gone, and makes nothing that a later launch could go into.
    const before = follows.flatMap(
      (id) => (changes.has(id) ? changes.get(id) : mine.find((each) => each.id === id)?.doc) ?? [],
    );
    const behind = [
      ...new Set([
        ...before.map(({ batchId }) => batchId),
        ...(waits === undefined ? [] : [waits]),
      ]),
    ];
    if (behind.some((batch) => batch === undefined || open.has(batch))) continue;
    try {
      if (behind.length > 0) await refuseLost(service, kept.doc, behind.map(String));
      changes.set(kept.id, await send(app, service, kept, options.patient === true));
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'rows') {
        trouble = error;
        break;
      }
      const maker = error.details
        .map(({ values }) => Number(values?.batch))
        .find((batch) => open.has(batch));
      if (maker !== undefined) {
        changes.set(kept.id, { ...kept.doc, waits: maker });
        continue;
      }
      // Refused for good: nothing was launched, so the rows are free again.
      await keep(app, [[kept, undefined]]);
      trouble = await markRefused(app, error, kept.doc.sheetId, kept.doc.ads);
      break;
    }
  }
  if (changes.size > 0)
    await keep(
      app,
      mine.flatMap((kept): [Kept, SheetLaunch | undefined][] =>
        changes.has(kept.id) ? [[kept, changes.get(kept.id)]] : [],
      ),
    );
  if (trouble !== undefined && !(trouble instanceof Problem && trouble.kind === 'wait'))
    throw trouble;
  const views = await pollLaunches(app, service);
  if (trouble !== undefined) throw trouble;
  return views;
}

/** What was to be there may not be: then the launch would make it itself. */
async function refuseLost(service: Service, { ads }: SheetLaunch, ids: string[]): Promise<void> {
  const answers = await service.getAll('batches.statuses', [{ ids }]);
  const wanted = new Set(ads.flatMap(({ adSets }) => adSets.flatMap(describedIn)));
  const [message] = answers.flatMap(({ data }) =>
    data.flatMap((ended) => notToFollow(ended, wanted) ?? []),
  );
  if (message === undefined) return;
  const details = ads.map((_, at) => ({
    path: `ads[${at}].newCampaign.name`,
    code: 'in_progress',
    message,
  }));
  throw new Problem('rows', message, { details });
}

async function send(
  app: App,
  service: Service,
  { id, doc }: Kept,
  patient: boolean,
): Promise<SheetLaunch> {
  const isOld = app.clock.now() - doc.createdAt > REMEMBERED_MS;
  const taken = isOld ? await findBatch(service, doc.body?.name ?? '') : undefined;
  if (taken !== undefined) return accept(doc, taken, app.clock.now());
  const answer = await service.call('launch', asRequest(doc.body), { idempotencyKey: id, patient });
  return accept(doc, answer, app.clock.now());
}

/** Batches one request asks about. */
const AT_ONCE = 50;

/** Asks about all open batches at once. */
export async function pollLaunches(app: App, service: Service): Promise<LaunchView[]> {
  const { own: all } = await app.locked((store) => keptLaunches(app, store));
  const open = all.filter(
    ({ doc }) =>
      doc.companyId === service.companyId && doc.batchId !== undefined && isUnsettled(doc),
  );
  const ids = open.map(({ doc }) => doc.batchId ?? 0);
  const asked = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) => ({
    ids: ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(String),
  }));
  const answers = asked.length === 0 ? [] : await service.getAll('batches.statuses', asked);
  const byId = new Map(
    answers.flatMap(({ data }) => data.map((status) => [status.adBatchId, status] as const)),
  );
  const settled = open.map((kept): [Kept, SheetLaunch] => {
    const progress = byId.get(kept.doc.batchId ?? 0);
    return [kept, progress === undefined ? forgotten(kept.doc) : settle(kept.doc, progress)];
  });
  const moved = settled.filter(([kept, doc]) => JSON.stringify(kept.doc) !== JSON.stringify(doc));
  if (moved.length > 0) await keep(app, moved);
  const now = new Map(settled.map(([kept, doc]) => [kept.id, doc]));
  return viewsOf(
    app,
    all.map((kept) => ({ ...kept, doc: now.get(kept.id) ?? kept.doc })),
  );
}

/**
 * Writes records back and shows them in the rows. A record that another execution moved on is left
 * alone.
 */
async function keep(app: App, changes: readonly [Kept, SheetLaunch | undefined][]): Promise<void> {
  await app.locked(async (store) => {
    const writes = changes.map(
      ([{ id, version: expect }, doc]): Write => ({
        kind: sheetLaunchKind,
        companyId: FILE,
        id,
        expect,
        doc,
      }),
    );
    const conflict = await store.commit(writes);
    if (conflict !== undefined)
      await store.commit(writes.filter((_, i) => !conflict.lost.includes(i)));
    await tryToShow(
      app,
      store,
      changes.map(([{ doc }]) => doc.sheetId),
    );
  });
}

/** Gives up a launch that cannot be sent, unless the service has it after all. */
export async function giveUpLaunch(app: App, id: string): Promise<LaunchView[]> {
  const service = openService(app);
  const kept = await app.locked((store) => store.get(sheetLaunchKind, FILE, id));
  if (
    kept?.doc.state === 'sending' &&
    isOwn(app, kept.doc) &&
    kept.doc.companyId === service.companyId
  ) {
    const taken = await findBatch(service, kept.doc.body?.name ?? '');
    await keep(app, [[kept, taken && accept(kept.doc, taken, app.clock.now())]]);
  }
  return pollLaunches(app, service);
}

/** Pauses or deletes exactly what one launch created. */
export async function undoLaunch(app: App, id: string, mode: UndoMode): Promise<LaunchView[]> {
  const service = openService(app);
  const kept = await app.locked((store) => store.get(sheetLaunchKind, FILE, id));
  if (kept !== undefined && !isOwn(app, kept.doc)) throw new Problem('other', say('ofOriginal'));
  if (kept?.doc.batchId === undefined || kept.doc.companyId !== service.companyId)
    throw new Problem('other', say('cannotUndo'));
  await service.call('batches.undo', { id: kept.doc.batchId, mode }, { patient: true });
  await keep(app, [[kept, { ...kept.doc, undo: { mode, finished: false } }]]);
  return pollLaunches(app, service);
}

/** Shows results; what has happened has happened, also where rows cannot be written. */
async function tryToShow(app: App, store: Store, sheetIds: readonly string[]): Promise<void> {
  try {
    await showResults(app, store, sheetIds);
  } catch (error) {
    app.spreadsheet.toast(
      say('rowsUnwritable', { message: problemOf(error).message }),
      'Slipway',
      8,
    );
  }
}
