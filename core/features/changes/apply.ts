import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import type { Rights } from '../../access/roles.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { refusal } from '../../base/refusal.ts';
import { effectPlanWrite } from '../../effects/plan.ts';
import { runHere } from '../../effects/run-here.ts';
import { inWaves } from '../../effects/schedule.ts';
import type { ManagePorts } from '../../manage/open-account.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Json, Write } from '../../ports/store.ts';
import { canonicalJson } from '../../records/canonical-json.ts';
import { jobId, jobWrite } from '../../records/job.ts';
import type { Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { type DrawnChange, drawChanges } from './plan.ts';
import {
  CHANGE,
  CHANGES_QUEUE,
  type ChangeActor,
  changePageKind,
  changeSetKind,
  type KeptChange,
  PAGE,
  pageId,
  stepId,
} from './records.ts';
import { type ChangeInput, runChanges } from './run.ts';
import type { ChangesAnswer, ChangesBody } from './schema.ts';
import { showChanges } from './show.ts';

export interface ChangesPorts extends ManagePorts {
  readonly jobs: Jobs;
}

/** A job takes over a crashed request after this. */
const TAKEN_OVER_MS = 5_000;

/**
 * The same for the same changes, in whichever order the rows of a sheet, a file or a request name
 * them.
 */
export async function digestOf(
  { secrets }: Pick<ManagePorts, 'secrets'>,
  drawn: readonly DrawnChange[],
): Promise<string> {
  const objects = drawn.map((change) => canonicalJson(change as unknown as Json)).sort();
  return (await secrets.sha256(canonicalJson({ objects }))).slice(0, 32);
}

/**
 * Accepts changes in one commit and carries them out. Objects that others have changed, and those
 * that cannot be changed so, are left as they are and named. Answers `running` where it takes
 * longer than a request may.
 */
export async function applyChanges(
  ports: ChangesPorts,
  caller: Actor,
  body: ChangesBody,
  once: Once,
): Promise<ChangesAnswer> {
  const { changeId } = await once.inOneCommit<{ readonly changeId: string }>(async (conclude) => {
    const drawn = await drawChanges(ports, caller, body);
    await refuseOther(ports, body, drawn);
    const { changeId: id, writes } = changeWrites(ports, caller, drawn, body.confirm === true);
    if ((await conclude(writes, { changeId: id })) !== undefined)
      throw new Error('A new set of changes was written before.');
    return { changeId: id };
  });
  return carriedOut(ports, caller.companyId, changeId);
}

async function refuseOther(
  ports: ChangesPorts,
  { planDigest }: ChangesBody,
  drawn: readonly DrawnChange[],
): Promise<void> {
  if (planDigest === undefined || planDigest === (await digestOf(ports, drawn))) return;
  const message =
    'What would be done is no longer as it was planned: something was changed since. Plan it again.';
  throw refusal('conflict', { path: 'planDigest', code: 'plan_differs', message });
}

/** In this request as far as its patience reaches; then by the job. */
export async function carriedOut(
  ports: ChangesPorts,
  companyId: string,
  changeId: string,
): Promise<ChangesAnswer> {
  const isEnded = await runHere(ports, {
    run: (options) => runChanges(ports, companyId, changeId, options),
    isEnded: async () =>
      ((await ports.store.get(changeSetKind, companyId, changeId))?.doc.state ?? 'finished') ===
      'finished',
  });
  if (!isEnded) await ports.jobs.wake(jobId(CHANGES_QUEUE, companyId, changeId));
  return showChanges(ports.store, companyId, changeId, {});
}

/** The set, its pages, the plan of each, its job and its trace. */
export function changeWrites(
  ports: ManagePorts,
  caller: Actor,
  drawn: readonly KeptChange[],
  confirm: boolean,
  { undoOf, stops }: { readonly undoOf?: string; readonly stops?: true } = {},
): { readonly changeId: string; readonly writes: readonly Write[] } {
  const { companyId, keyId, workspaceId, secondKey, madeBy, grant, plannedBy, person } = caller;
  const by: ChangeActor = {
    keyId,
    ...defined({ workspaceId, secondKey, madeBy, grant, plannedBy }),
    ...defined({ rights: person && rightsOf(person) }),
  };
  const changeId = randomId(ports.secrets, 'chg');
  const now = ports.clock.now();
  const pages = pagesOf(drawn);
  const accounts = [...new Set(pages.map(({ account }) => account))];
  const writes: Write[] = pages.flatMap(({ account, objects }, page) => [
    {
      kind: changePageKind,
      companyId,
      id: pageId(changeId, page),
      expect: 'absent' as const,
      doc: { createdAt: now, objects },
    },
    effectPlanWrite(ports, {
      companyId,
      planId: pageId(changeId, page),
      account,
      effects: effectsOf(changeId, page, objects, { by, confirm }),
    }),
  ]);
  const doc = {
    createdAt: now,
    by,
    pages: pages.map(({ account, objects }) => ({ account, objects: objects.length })),
    objects: drawn.length,
    state: 'running' as const,
    ...defined({ undoOf }),
  };
  const details = { objects: drawn.length, ...defined({ undoOf }) };
  return {
    changeId,
    writes: [
      ...writes,
      { kind: changeSetKind, companyId, id: changeId, expect: 'absent', doc },
      jobWrite(CHANGES_QUEUE, companyId, {
        subject: changeId,
        now,
        uses: accounts,
        delayMs: TAKEN_OVER_MS,
      }),
      auditWrite(ports, caller, {
        action: `changes.${undoOf !== undefined ? 'undo' : stops ? 'stop' : 'apply'}`,
        subject: changeId,
        details,
      }),
    ],
  };
}

const rightsOf = ({ role, workspaces }: Rights): Rights => ({ workspaces, ...defined({ role }) });

function pagesOf(
  drawn: readonly KeptChange[],
): { readonly account: AccountKey; readonly objects: readonly KeptChange[] }[] {
  const byAccount = new Map<AccountKey, KeptChange[]>();
  for (const change of drawn) {
    const mine = byAccount.get(change.account);
    if (mine === undefined) byAccount.set(change.account, [change]);
    else mine.push(change);
  }
  return [...byAccount].flatMap(([account, all]) =>
    inWaves(all, PAGE).map((objects) => ({ account, objects })),
  );
}

/**
 * The parts of an object one after the other: where one is refused, those after it are not begun.
 */
const effectsOf = (
  changeId: string,
  page: number,
  objects: readonly KeptChange[],
  { by, confirm }: { readonly by: ChangeActor; readonly confirm: boolean },
) =>
  objects.flatMap(({ account, type, id, parts }, object) =>
    parts.map(({ part, fields, undo }, at) => {
      const own = stepId(object, at);
      const key = `change ${pageId(changeId, page)} ${own}`;
      const input: ChangeInput = {
        by,
        key,
        account,
        type,
        id,
        part,
        fields,
        ...(confirm && { confirm }),
        ...defined({ undo }),
      };
      const dependsOn = at === 0 ? {} : { dependsOn: [stepId(object, at - 1)] };
      return { id: own, kind: CHANGE, input: input as unknown as Json, ...dependsOn };
    }),
  );
