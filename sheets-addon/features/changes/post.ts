import { undoneCells, type WantedCells, withValues } from '../../../core/features/changes/sheet/cells.ts';
import { objectWords } from '../../../core/features/changes/sheet/columns.ts';
import { readObject, type Values } from '../../../core/features/changes/sheet/rows.ts';
import type { Json } from '../../../core/ports/store.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import type { App } from '../../base/app.ts';
import { fileDecimalSign } from '../../base/locale.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { askedIn, printOf } from './asked.ts';
import { bodyOf, conflictWords, refusedCells } from './plan.ts';
import { type Change, isOpen, keep, keptPost, keptPosts, type Part, type Post } from './record.ts';
import { settle } from './settle.ts';
import { keyOf, type OpenTab, objectTabs, type TabRow } from './tab.ts';

/** A post as the sidebar tells of it. */
export interface PostView extends Pick<Post, 'createdAt' | 'state' | 'objects' | 'counts'> {
  readonly id: string;
  readonly problems: readonly string[];
}

/** Posts what was shown, if it is still what the rows say. What was begun is gone on with by whoever comes next. */
export async function startPost(app: App, planId: string, isAgreed: boolean): Promise<readonly PostView[]> {
  const { companyId } = openService(app);
  await app.locked(async (store) => {
    const kept = await keptPost(store, planId);
    if (kept === undefined || kept.doc.companyId !== companyId) throw new Problem('changed', say('changesMoved'));
    // Somebody has posted it a moment ago.
    if (kept.doc.state !== 'planned') return;
    if (kept.doc.print !== (await printOf(app, askedIn(app)))) throw new Problem('changed', say('changesMoved'));
    if (kept.doc.risky > 0 && !isAgreed) throw new Problem('rows', say('agreeFirst'));
    await keep(store, planId, { ...kept.doc, state: 'posting' }, kept.version);
  });
  return goOnPosting(app);
}

export async function startUndo(app: App, id: string): Promise<readonly PostView[]> {
  await app.locked(async (store) => {
    const kept = await keptPost(store, id);
    if (kept?.doc.state === 'posted') await keep(store, id, { ...kept.doc, state: 'undoing' }, kept.version);
  });
  return goOnPosting(app);
}

/** Sends what was not sent, asks what became of it, and tells it in the rows. Safe to call any number of times, from any window. */
export async function goOnPosting(app: App, patient = false): Promise<readonly PostView[]> {
  const service = openService(app);
  const posts = await app.locked(keptPosts);
  for (const { id, doc } of posts) if (isOpen(doc) && doc.companyId === service.companyId) await goOn(app, service, id, patient);
  return postViews(app);
}

export async function postViews(app: App): Promise<readonly PostView[]> {
  const { companyId } = openService(app);
  const posts = (await app.locked(keptPosts)).filter(({ doc }) => doc.state !== 'planned' && doc.companyId === companyId);
  return posts
    .sort((a, b) => b.doc.createdAt - a.doc.createdAt)
    .map(({ id, doc: { createdAt, state, objects, counts, parts } }) => {
      const problems = parts.flatMap(({ problem, undoProblem }) => undoProblem ?? problem ?? []);
      return { id, createdAt, state, objects, counts, problems: [...new Set(problems)] };
    });
}

async function goOn(app: App, service: Service, id: string, patient: boolean): Promise<void> {
  for (;;) {
    const kept = await app.locked((store) => keptPost(store, id));
    if (kept === undefined || !isOpen(kept.doc) || app.clock.now() > app.deadline) return;
    const { parts, state } = kept.doc;
    const isUndo = state === 'undoing';
    const order = isUndo ? [...parts].reverse() : parts;
    const open = order.find((part) => !(isUndo ? part.isUndoTold : part.isTold));
    const step = open === undefined ? undefined : await (isUndo ? takeBack : send)(app, service, open, patient);
    if (step === 'running') return;
    await app.locked(async (store) => {
      const now = await keptPost(store, id);
      if (now === undefined || now.version !== kept.version) return;
      const { counts, ...next } = step ?? {};
      const doc: Post = {
        ...now.doc,
        ...(open === undefined && { state: isUndo ? ('undone' as const) : ('posted' as const) }),
        parts: now.doc.parts.map((part) => (part.key === open?.key ? { ...part, ...next } : part)),
        counts: added(now.doc.counts, counts),
      };
      await keep(store, id, doc, now.version);
    });
  }
}

type Counts = { readonly [outcome: string]: number };

function added(before: Counts, more: Counts = {}): Counts {
  const sum: { [outcome: string]: number } = { ...before };
  for (const [outcome, n] of Object.entries(more)) sum[outcome] = (sum[outcome] ?? 0) + n;
  return sum;
}

type Step = Partial<Part> & { readonly counts?: Counts };

/** The next step of a request: it is sent, or its rows are told what became of it. Repeated, it does the same. */
async function send(app: App, service: Service, part: Part, patient: boolean): Promise<Step | 'running'> {
  if (part.changeId !== undefined) {
    const results = await resultsOf(service, part.changeId);
    if (results === undefined) return 'running';
    const outcomes = new Map(results.map((result) => [`${result.level} ${result.id}`, result]));
    const isTold = await tellRows(app, part, (open, row, change) => {
      const result = outcomes.get(`${change.level} ${change.id}`);
      return result === undefined ? {} : postedCells(open, row, change, result);
    });
    const counts: { [outcome: string]: number } = {};
    for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return isTold ? { isTold, changes: part.changes.map(({ level, id }) => ({ level, id, set: {} })), counts } : 'running';
  }
  if (part.problem !== undefined) {
    const { problem } = part;
    return (await tellRows(app, part, () => refusedCells(problem)))
      ? { isTold: true, counts: { refused: part.changes.length } }
      : 'running';
  }
  const body = { ...bodyOf(part.account, part.changes), planDigest: part.digest };
  return answered(async () => {
    const { changeId } = await service.call('changes.apply', body, { idempotencyKey: part.key, patient });
    return { changeId };
  }, 'problem');
}

async function takeBack(app: App, service: Service, part: Part, patient: boolean): Promise<Step | 'running'> {
  const { changeId, undoId } = part;
  // Nothing of it was changed.
  if (changeId === undefined || part.undoProblem !== undefined) return { isUndoTold: true };
  if (undoId === undefined)
    return answered(async () => {
      const undo = { idempotencyKey: `${part.key}-undo`, patient };
      return { undoId: (await service.call('changes.undo', { id: changeId, confirm: true }, undo)).changeId };
    }, 'undoProblem');
  const results = await resultsOf(service, undoId);
  if (results === undefined) return 'running';
  const outcomes = new Map(results.map((result) => [`${result.level} ${result.id}`, result]));
  const isTold = await tellRows(app, part, (open, row, { level, id }) => {
    const result = outcomes.get(`${level} ${id}`);
    return result === undefined ? {} : undoneRow(open, row, result);
  });
  return isTold ? { isUndoTold: true } : 'running';
}

/** A request that is refused would be refused again: that is told. One without an answer is sent again, under the same key. */
async function answered(ask: () => Promise<Step>, at: 'problem' | 'undoProblem'): Promise<Step> {
  try {
    return await ask();
  } catch (error) {
    const problem = problemOf(error);
    const isRefusal = problem.kind === 'rows' || problem.kind === 'changed' || problem.kind === 'other';
    if (!isRefusal || !(error instanceof Problem)) throw error;
    return { [at]: problem.message };
  }
}

type Result = AnswerOf<'changes.get'>['results'][number];
const PAGE = 500;

/** Undefined while they are carried out. */
async function resultsOf(service: Service, id: string): Promise<readonly Result[] | undefined> {
  const all: Result[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { status, results, pagination } = await service.call('changes.get', { id, limit: PAGE, offset }, { patient: true });
    if (status === 'running') return undefined;
    all.push(...results);
    if (!pagination.hasMore) return all;
  }
}

/** Writes into all rows of the objects of a request. False where rows moved too much meanwhile: the next call does it. */
async function tellRows(
  app: App,
  { account, changes }: Part,
  cellsOf: (open: OpenTab, row: TabRow, change: Change) => WantedCells,
): Promise<boolean> {
  const byKey = new Map(changes.map((change) => [`${change.level} ${account} ${change.id}`, change]));
  return app.locked(async () =>
    objectTabs(app)
      .map((tab) =>
        settle(app, tab, (open) => ({
          cells: new Map(
            open.rows.flatMap((row): [TabRow, WantedCells][] => {
              const change = byKey.get(`${tab.level} ${keyOf(open, row)}`);
              return change === undefined ? [] : [[row, cellsOf(open, row, change)]];
            }),
          ),
        })),
      )
      .every(Boolean),
  );
}

function postedCells(open: OpenTab, { cells }: TabRow, { set, was }: Change, result: Result): WantedCells {
  const { outcome, does, reason = '', conflicts = [] } = result;
  if (outcome === 'conflict') return { state: objectWords.conflict, told: conflictWords(conflicts), shaded: '' };
  if (outcome !== 'done' && outcome !== 'nothing')
    return { ...refusedCells(reason), ...(outcome !== 'refused' && { state: objectWords.unknown }) };
  const read = readObject(open.layout, cells, fileDecimalSign());
  // Brought in again since: then it is newer than this.
  const isNewer = Object.entries(was ?? {}).some(
    ([field, old]) => JSON.stringify(read.was?.values[field] ?? null) !== JSON.stringify(old),
  );
  const state = outcome === 'done' ? objectWords.posted : objectWords.nothing;
  return { state, told: does.join('\n'), marked: '', shaded: '', ...(!isNewer && { was: withValues(read, set) }) };
}

function undoneRow(
  open: OpenTab,
  { cells }: TabRow,
  { outcome, fields, does, reason = '', conflicts = [] }: Result,
): WantedCells {
  if (outcome === 'conflict') return { state: objectWords.conflict, told: conflictWords(conflicts) };
  if (outcome !== 'done') return { ...refusedCells(reason), ...(outcome !== 'refused' && { state: objectWords.unknown }) };
  const back = Object.fromEntries(fields.map(({ field, after }) => [field, (after ?? null) as Json])) as Values;
  const read = readObject(open.layout, cells, fileDecimalSign());
  const own = { state: objectWords.undone, told: does.join('\n'), marked: '', shaded: '' };
  return { ...undoneCells(open.layout, cells, fields, fileDecimalSign()), ...own, was: withValues(read, back) };
}
