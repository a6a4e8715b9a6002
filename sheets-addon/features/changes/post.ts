import { type ObjectLevel, objectWords } from '../../../core/features/changes/sheet/columns.ts';
import type { App } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { askedIn, printOf } from './asked.ts';
import { makeRows, newName, removeEmpty, unmakeRows } from './make.ts';
import {
  byKey,
  deletedCells,
  failedCells,
  postedCells,
  resultsOf,
  tellRows,
  undoneRow,
} from './outcomes.ts';
import { bodyOf } from './plan.ts';
import { isOpen, keep, keptPost, keptPosts, openKeys, type Part, type Post } from './record.ts';
import { answered, type Counts, type Step } from './step.ts';
import { refusedCells } from './words.ts';

/** A post as the sidebar tells of it. */
export interface PostView extends Pick<Post, 'createdAt' | 'state' | 'objects' | 'counts'> {
  readonly id: string;
  readonly problems: readonly string[];
  /** Names of new campaigns and ad sets that none of the ads went into. */
  readonly empty: readonly string[];
}

/**
 * Posts what was shown, if it is still what the rows say. What was begun is gone on with by whoever
 * comes next.
 */
export async function startPost(
  app: App,
  planId: string,
  isAgreed: boolean,
): Promise<readonly PostView[]> {
  const { companyId } = openService(app);
  await app.locked(async (store) => {
    const kept = await keptPost(store, planId);
    if (kept === undefined || kept.doc.companyId !== companyId)
      throw new Problem('changed', say('changesMoved'));
    // Somebody has posted it a moment ago.
    if (kept.doc.state !== 'planned') return;
    if (kept.doc.print !== (await printOf(app, askedIn(app, await openKeys(store)))))
      throw new Problem('changed', say('changesMoved'));
    if (kept.doc.risky > 0 && !isAgreed) throw new Problem('rows', say('agreeFirst'));
    await keep(store, planId, { ...kept.doc, state: 'posting' }, kept.version);
  });
  return goOnPosting(app);
}

export async function startUndo(app: App, id: string): Promise<readonly PostView[]> {
  await app.locked(async (store) => {
    const kept = await keptPost(store, id);
    if (kept?.doc.state === 'posted')
      await keep(store, id, { ...kept.doc, state: 'undoing' }, kept.version);
  });
  return goOnPosting(app);
}

/** Removes what stayed empty of a post. */
export async function startRemoval(app: App, id: string): Promise<readonly PostView[]> {
  await app.locked(async (store) => {
    const kept = await keptPost(store, id);
    if (kept?.doc.state !== 'posted') return;
    const parts = kept.doc.parts.map((part) =>
      emptyOf(part).length === 0 || part.makes === undefined
        ? part
        : { ...part, makes: { ...part.makes, removal: 'wanted' as const } },
    );
    await keep(store, id, { ...kept.doc, state: 'removing', parts }, kept.version);
  });
  return goOnPosting(app);
}

const emptyOf = ({ makes }: Part) => makes?.objects.filter(({ isEmpty }) => isEmpty) ?? [];

/**
 * Sends what was not sent, asks what became of it, and tells it in the rows. Safe to call any
 * number of times, from any window.
 */
export async function goOnPosting(app: App, patient = false): Promise<readonly PostView[]> {
  const service = openService(app);
  const posts = await app.locked(keptPosts);
  for (const { id, doc } of posts)
    if (isOpen(doc) && doc.companyId === service.companyId) await goOn(app, service, id, patient);
  return postViews(app);
}

export async function postViews(app: App): Promise<readonly PostView[]> {
  const { companyId } = openService(app);
  const posts = (await app.locked(keptPosts)).filter(
    ({ doc }) => doc.state !== 'planned' && doc.companyId === companyId,
  );
  return posts
    .sort((a, b) => b.doc.createdAt - a.doc.createdAt)
    .map(({ id, doc: { createdAt, state, objects, counts, parts } }) => {
      const problems = parts.flatMap(({ problem, undoProblem, makes }) =>
        [undoProblem ?? problem ?? [], makes?.stays ?? []].flat(),
      );
      const empty = state === 'posted' ? parts.flatMap(emptyOf).map(newName) : [];
      return { id, createdAt, state, objects, counts, problems: [...new Set(problems)], empty };
    });
}

async function goOn(app: App, service: Service, id: string, patient: boolean): Promise<void> {
  for (;;) {
    const kept = await app.locked((store) => keptPost(store, id));
    const way = kept && WAYS[kept.doc.state];
    if (kept === undefined || way === undefined || app.clock.now() > app.deadline) return;
    const { isDone, work, after } = way;
    const { parts } = kept.doc;
    const order = work === takeBack ? [...parts].reverse() : parts;
    const open = order.find((part) => !isDone(part));
    const step =
      open === undefined
        ? undefined
        : await work(app, service, open, { patient, since: kept.doc.createdAt });
    if (step === 'running') return;
    await app.locked(async (store) => {
      const now = await keptPost(store, id);
      if (now === undefined || now.version !== kept.version) return;
      const { counts, ...next } = step ?? {};
      const doc: Post = {
        ...now.doc,
        ...(open === undefined && { state: after }),
        parts: now.doc.parts.map((part) => (part.key === open?.key ? { ...part, ...next } : part)),
        counts: added(now.doc.counts, counts),
      };
      await keep(store, id, doc, now.version);
    });
  }
}

function added(before: Counts, more: Counts = {}): Counts {
  const sum: { [outcome: string]: number } = { ...before };
  for (const [outcome, n] of Object.entries(more)) sum[outcome] = (sum[outcome] ?? 0) + n;
  return sum;
}

interface How {
  readonly patient: boolean;
  /** When the post was planned. */
  readonly since: number;
}

/**
 * What is done with each request of a post, one after the other, and how the post stands after it.
 */
interface Way {
  isDone(part: Part): boolean;
  work(app: App, service: Service, part: Part, how: How): Promise<Step | 'running'>;
  readonly after: Post['state'];
}

/**
 * The next step of a request: it is sent, or its rows are told what became of it. Repeated, it does
 * the same.
 */
async function send(
  app: App,
  service: Service,
  part: Part,
  { patient, since }: How,
): Promise<Step | 'running'> {
  if (part.makes !== undefined) return makeRows(app, service, part, part.makes, since);
  if (part.changeId !== undefined) {
    const results = await resultsOf(service, part.changeId);
    if (results === undefined) return 'running';
    const outcomes = new Map(results.map((result) => [`${result.level} ${result.id}`, result]));
    const isTold = await tellRows(app, byKey(part), (open, row, change) => {
      const result = outcomes.get(`${change.level} ${change.id}`);
      return result === undefined ? {} : postedCells(open, row, change, result);
    });
    const counts: { [outcome: string]: number } = {};
    for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return isTold
      ? { isTold, changes: part.changes.map(({ level, id }) => ({ level, id, set: {} })), counts }
      : 'running';
  }
  if (part.problem !== undefined) {
    const { problem } = part;
    return (await tellRows(app, byKey(part), () => refusedCells(problem)))
      ? { isTold: true, counts: { refused: part.changes.length } }
      : 'running';
  }
  if (part.deletes !== undefined) return deleted(app, service, part, part.deletes);
  const body = { ...bodyOf(part.account, part.changes), planDigest: part.digest };
  return answered(async () => {
    const { changeId, status } = await service.call('changes.apply', body, {
      idempotencyKey: part.key,
      patient,
    });
    // Told once more when it has ended.
    if (status === 'running')
      await tellRows(app, byKey(part), () => ({
        state: objectWords.posting,
        told: '',
        marked: '',
      }));
    return { changeId };
  }, 'problem');
}

/** Repeated under the same key, it has the same answer. */
async function deleted(
  app: App,
  service: Service,
  part: Part,
  entityType: ObjectLevel,
): Promise<Step | 'running'> {
  const entityIds = part.changes.map(({ id }) => id);
  const request = { businessId: part.account, entityType, entityIds, confirm: true };
  return answered(async () => {
    const { results } = await service.call('manage.delete', request, {
      idempotencyKey: part.key,
      patient: true,
    });
    const outcomes = new Map(results.map((result) => [result.entityId, result]));
    const isTold = await tellRows(app, byKey(part), (open, row, change) => {
      const { outcome = 'unknown', error = '' } = outcomes.get(change.id) ?? {};
      return outcome === 'done' ? deletedCells(open, row, change) : failedCells(outcome, error);
    });
    const counts: { [outcome: string]: number } = {};
    for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
    return isTold ? { isTold, counts } : 'running';
  }, 'problem');
}

async function takeBack(
  app: App,
  service: Service,
  part: Part,
  { patient }: How,
): Promise<Step | 'running'> {
  if (part.makes !== undefined) return unmakeRows(app, service, part, part.makes);
  const { changeId, undoId } = part;
  // Nothing of it was changed.
  if (changeId === undefined || part.undoProblem !== undefined) return { isUndoTold: true };
  if (undoId === undefined)
    return answered(async () => {
      const undo = { idempotencyKey: `${part.key}-undo`, patient };
      return {
        undoId: (await service.call('changes.undo', { id: changeId, confirm: true }, undo))
          .changeId,
      };
    }, 'undoProblem');
  const results = await resultsOf(service, undoId);
  if (results === undefined) return 'running';
  const outcomes = new Map(results.map((result) => [`${result.level} ${result.id}`, result]));
  const isTold = await tellRows(app, byKey(part), (open, row, { level, id }) => {
    const result = outcomes.get(`${level} ${id}`);
    return result === undefined ? {} : undoneRow(open, row, result);
  });
  return isTold ? { isUndoTold: true } : 'running';
}

const remove: Way['work'] = async (app, service, { makes }) =>
  makes === undefined ? {} : removeEmpty(app, service, makes);

const WAYS: { readonly [state in Post['state']]?: Way } = {
  posting: { isDone: ({ isTold }) => isTold === true, work: send, after: 'posted' },
  removing: { isDone: ({ makes }) => makes?.removal === undefined, work: remove, after: 'posted' },
  undoing: { isDone: ({ isUndoTold }) => isUndoTold === true, work: takeBack, after: 'undone' },
};
