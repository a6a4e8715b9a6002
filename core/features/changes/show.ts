import { defined } from '../../base/defined.ts';
import { explained, SlipwayError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import { type PageQuery, paginationOf, windowOf } from '../../base/schema/envelope.ts';
import { type EffectState, effectsOf, readEffectPlan } from '../../effects/plan.ts';
import type { Store, Stored } from '../../ports/store.ts';
import {
  type ChangePage,
  type ChangeSet,
  changePageKind,
  changeSetKind,
  type KeptChange,
  pageId,
  stepId,
} from './records.ts';
import type { ChangesAnswer } from './schema.ts';

type Result = ChangesAnswer['results'][number];

export async function storedChanges(
  store: Store,
  companyId: string,
  id: string,
): Promise<Stored<ChangeSet>> {
  const found = await store.get(changeSetKind, companyId, id);
  if (found === undefined)
    throw new SlipwayError('not_found', 'There are no changes with this id.');
  return found;
}

/** What became of each object, from the journals of its pages. */
export async function showChanges(
  store: Store,
  companyId: string,
  changeId: string,
  query: PageQuery,
): Promise<ChangesAnswer> {
  const { doc } = await storedChanges(store, companyId, changeId);
  const results = await resultsOf(store, companyId, changeId, doc);
  const counts: { [outcome: string]: number } = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const isDone = ({ outcome }: Result) => outcome === 'done' || outcome === 'nothing';
  const done = results.filter(isDone).length;
  const window = windowOf(query, 300);
  const isRunning = doc.state === 'running';
  return {
    success: true,
    changeId,
    status: isRunning
      ? 'running'
      : done === results.length
        ? 'done'
        : done === 0
          ? 'failed'
          : 'partly',
    counts,
    results: results.slice(window.offset, window.offset + window.limit),
    pagination: paginationOf(window, results.length),
    ...defined({ undoOf: doc.undoOf, undoneBy: doc.undoneBy }),
  };
}

/** The objects of a page, each with what became of its parts. */
export async function* eachPage(
  store: Store,
  companyId: string,
  changeId: string,
  { pages }: ChangeSet,
) {
  for (const page of pages.keys()) {
    const id = pageId(changeId, page);
    const kept: Stored<ChangePage> | undefined = await store.get(changePageKind, companyId, id);
    const plan = await readEffectPlan(store, companyId, id);
    const steps = new Map(
      plan === undefined ? [] : effectsOf(plan.doc).map((step) => [step.id, step]),
    );
    for (const [object, change] of (kept?.doc.objects ?? []).entries())
      yield { change, steps: change.parts.map((_, part) => steps.get(stepId(object, part))) };
  }
}

async function resultsOf(
  store: Store,
  companyId: string,
  changeId: string,
  doc: ChangeSet,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const { change, steps } of eachPage(store, companyId, changeId, doc))
    results.push(resultOf(change, steps, doc));
  return results;
}

function resultOf(
  change: KeptChange,
  steps: readonly (EffectState | undefined)[],
  set: ChangeSet,
): Result {
  const failed = steps.find((step) => step?.phase === 'failed');
  const made = change.parts.filter((_, at) => steps[at]?.phase === 'done').map(({ does }) => does);
  // The outcome is that of the whole object: what was done of it all the same is said.
  const alsoDone = made.length === 0 ? '' : ` Done before that: ${made.join('; ')}.`;
  const reason = failed?.failure && `${explained(failed.failure)}${alsoDone}`;
  const outcome = outcomeOf(change, steps, set);
  const open =
    outcome === 'unknown'
      ? (change.open ?? (set.doubtedAt === undefined ? undefined : `${RESTORED}${alsoDone}`))
      : undefined;
  return { ...shownChange(change), ...defined({ reason: reason ?? open }), outcome };
}

const RESTORED =
  'The database came back from a backup while this was under way: whether it was done since, or taken back, is not known. Look at it on the platform.';

export const isUnknown = (step: EffectState | undefined): boolean =>
  step?.phase === 'failed' && step.isOpen === true;

/** An object with what happens to it, for plans and results. */
export const shownChange = ({
  type,
  id,
  adAccountId,
  name,
  parts,
  conflicts,
  reason,
}: KeptChange) => ({
  level: type,
  id,
  adAccountId,
  ...defined({ name, reason }),
  does: parts.map(({ does }) => does),
  fields: parts.flatMap(({ fields }) => fields.map(({ sent: _, ...field }) => field)),
  ...(conflicts && { conflicts: conflicts.map((each) => ({ ...each })) }),
});

function outcomeOf(
  { reason, conflicts, parts, open }: KeptChange,
  steps: readonly (EffectState | undefined)[],
  { state, doubtedAt }: ChangeSet,
): Result['outcome'] {
  if (conflicts !== undefined) return 'conflict';
  if (reason !== undefined) return 'refused';
  if (parts.length === 0) return open === undefined ? 'nothing' : 'unknown';
  if (steps.some(isUnknown)) return 'unknown';
  if (steps.some((step) => step?.phase === 'failed')) return 'refused';
  if (steps.every((step) => step?.phase === 'done')) return open === undefined ? 'done' : 'unknown';
  if (state === 'running') return 'running';
  return doubtedAt === undefined ? 'not_begun' : 'unknown';
}

/** For plans that wait for approval. */
export const changeParts = {
  of: async (
    { store }: { readonly store: Store },
    companyId: string,
    { changeId }: { readonly changeId: string },
  ): Promise<readonly Part[]> => {
    const { doc } = await storedChanges(store, companyId, changeId);
    return (await resultsOf(store, companyId, changeId, doc)).map(
      ({ level: type, id, name, outcome, reason }) => ({
        type,
        id,
        ...defined({ name, reason }),
        outcome: PARTS[outcome],
      }),
    );
  },
};

const PARTS: { readonly [O in Result['outcome']]: Part['outcome'] } = {
  done: 'done',
  nothing: 'done',
  running: 'running',
  conflict: 'refused',
  refused: 'refused',
  unknown: 'unknown',
  not_begun: 'refused',
};
