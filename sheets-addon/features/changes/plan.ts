import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import type { Json } from '../../../core/ports/store.ts';
import { randomId } from '../../../core/records/random-id.ts';
import type { InputOf } from '../../../server/client/types.ts';
import type { App } from '../../base/app.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { type AllAsked, type Asked, askedIn } from './asked.ts';
import { planNew } from './fresh.ts';
import { type Change, openKeys, type Part } from './record.ts';
import { type ChangesView, told } from './shown.ts';
import { type Plan, type Planned, refusedCells } from './words.ts';

const MOST_CHANGES = 5_000;
/** Of one request: it is answered within the minute that Google waits. */
const PART = 250;

/** Deletions are requests of their own, by level. */
const MOST_DELETED = 50;

/**
 * Reads the rows, compares them with what the platforms have, and writes into them what would be
 * done. Nothing is sent.
 */
export async function showChanges(app: App): Promise<ChangesView> {
  const service = openService(app);
  const asked = await app.locked(async (store) => askedIn(app, await openKeys(store)));
  if (asked.tabs.length === 0) throw new Problem('other', say('noObjectTabs'));
  const fresh = await planNew(app, service, asked);
  const staying = new Set(fresh.stays.map(({ asked: row }) => row));
  const changes = [...asked.changes].filter(
    ([, { rows }]) => !rows.some((row) => staying.has(row)),
  );
  const refused = [...asked.refused, ...fresh.stays];
  const all = changes.slice(0, MOST_CHANGES);
  const parts: Part[] = [];
  const plans: { readonly account: string; readonly plan: Plan }[] = [];
  const cells = new Map<Asked, WantedCells>(refused.map((each) => [each.asked, each.cells]));
  let [compared, took] = [0, 0];
  for (const some of requestsOf(all.map(([, each]) => each))) {
    const began = app.clock.now();
    // Google ends an execution: what is not compared by then follows with the next post.
    if (began + took > app.deadline) break;
    compared += some.length;
    const [{ account, change: first } = { account: '', change: undefined }] = some;
    const wanted = some.map(({ change }) => change);
    const deletes = first !== undefined && isDeletion(first) ? first.level : undefined;
    const answer = await planned(service, account, wanted);
    took = app.clock.now() - began;
    if (answer instanceof Problem)
      for (const row of some.flatMap(({ rows }) => rows))
        cells.set(row, refusedCells(answer.message));
    else {
      const plan = deletes === undefined ? answer : deletion(answer, wanted);
      plans.push({ account, plan });
      const key = `sheet-${randomId(app.secrets, 'post')}`;
      // What is not deleted now is not deleted: a part of others is posted as it was compared.
      const sent =
        deletes === undefined
          ? wanted
          : wanted.filter(({ id }) =>
              plan.changes.some((each) => each.id === id && each.plan === 'change'),
            );
      if (plan.counts.change > 0)
        parts.push({
          key,
          account,
          changes: sent,
          digest: answer.digest,
          ...(deletes && { deletes }),
        });
    }
  }
  for (const [row, own] of fresh.cells) cells.set(row, own);
  if (fresh.part !== undefined) parts.unshift(fresh.part);
  return told(app, service, {
    asked: { ...asked, refused },
    parts,
    plans,
    cells,
    fresh,
    left: changes.length - compared,
  });
}

type AskedChange = AllAsked['changes'] extends ReadonlyMap<string, infer C> ? C : never;

function requestsOf(all: readonly AskedChange[]): AskedChange[][] {
  const groups = new Map<string, AskedChange[]>();
  for (const each of all) {
    const name = isDeletion(each.change) ? `${each.account} ${each.change.level}` : each.account;
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const most = group.some(({ change }) => isDeletion(change)) ? MOST_DELETED : PART;
    return Array.from({ length: Math.ceil(group.length / most) }, (_, i) =>
      group.slice(i * most, (i + 1) * most),
    );
  });
}

const isDeletion = ({ set }: Change): boolean => set.status === 'DELETED';

/**
 * To delete is another operation. Here it is compared whether the object is still what was brought
 * in.
 */
function comparedWith({ set, was }: Change): { readonly [field: string]: Json } {
  if (set.status !== 'DELETED') return { ...set };
  return typeof was?.name === 'string' ? { name: was.name } : { name: { suffix: '' } };
}

/** A plan that would change nothing is one that deletes. */
function deletion({ changes, counts, ...plan }: Plan, asked: readonly Change[]): Plan {
  const all = changes.map((each): Planned => {
    if (each.plan !== 'nothing') return each;
    const before = asked.find(({ id }) => id === each.id)?.was?.status ?? null;
    const does = [say('deletesForGood', { name: each.name ?? each.id })];
    return {
      ...each,
      plan: 'change',
      does,
      fields: [{ field: 'status', before, after: 'DELETED' }],
    };
  });
  return { ...plan, changes: all, counts: { ...counts, change: counts.nothing, nothing: 0 } };
}

export const bodyOf = (account: string, changes: readonly Change[]): InputOf<'changes.plan'> => ({
  changes: changes.map((change) => ({
    level: change.level,
    id: change.id,
    adAccountId: account,
    set: comparedWith(change),
    ...(change.was && { revision: JSON.stringify(change.was) }),
  })),
  // A person sees every amount, and agrees to what is risky, before it is sent.
  confirm: true,
});

/**
 * What the service refuses as a whole is a problem of these rows; no answer at all is one of
 * everything.
 */
async function planned(
  service: Service,
  account: string,
  changes: readonly Change[],
): Promise<Plan | Problem> {
  try {
    return await service.call('changes.plan', bodyOf(account, changes), { patient: true });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem.isAnswer || problem.kind === 'offline') throw error;
    return problem;
  }
}
