import { offeredGroup, offeredMember } from '../../accounts/capabilities.ts';
import { explained } from '../../base/errors.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import { type Run, record } from './context.ts';
import type { CopyStep, How } from './records.ts';
import { copyOf, stepOf } from './state.ts';
import { takesAlong } from './ways.ts';

/**
 * Gives complete copies names, places and, last, their status. Harmless when repeated, so a crash
 * repeats it. What fails here leaves the copy standing.
 */
export async function finishCopies(run: Run, copies: readonly number[]): Promise<void> {
  const { access } = run.account;
  const { type, id: sourceId } = run.plan.source;
  const idOf = (copy: number) => stepOf(run.state, copy, sourceId).result?.ref ?? '';

  const unnamed = copies.filter((copy) => copyOf(run.state, copy).renamed === undefined);
  if (unnamed.length > 0) {
    const changes = unnamed.map((copy) => ({
      type,
      id: idOf(copy),
      name: run.plan.names[copy - 1] ?? '',
    }));
    await note(
      run,
      'rename',
      unnamed,
      await offeredMember(run.account.platform, 'edit', 'rename')(access, changes),
    );
  }

  const { targeting } = run.plan;
  const unplaced = copies.filter((copy) => copyOf(run.state, copy).located === undefined);
  if (targeting !== undefined && unplaced.length > 0) {
    const changes = unplaced.map((copy) => ({ adSetId: idOf(copy), targeting }));
    await note(
      run,
      'locate',
      unplaced,
      await offeredGroup(run.account.platform, 'location').set(access, changes),
    );
  }

  for (const copy of copies) {
    const step: CopyStep = { did: 'activate', ...(await activate(run, copy)) };
    await record(run, { copies: { [copy]: [step] } });
  }
}

async function note(
  run: Run,
  did: 'rename' | 'locate',
  copies: readonly number[],
  results: readonly EditResult[],
): Promise<void> {
  const steps = copies.map((copy, position): [number, CopyStep[]] => {
    const failure = results[position]?.failure;
    return [copy, [{ did, ...(failure !== undefined && { error: explained(failure) }) }]];
  });
  await record(run, { copies: Object.fromEntries(steps) });
}

/**
 * Switches on, what is below first, a copy that was made paused so as not to deliver before it was
 * ready.
 */
async function activate(run: Run, copy: number): Promise<{ readonly error?: string }> {
  const { plan, state, tree } = run;
  const root = stepOf(state, copy, plan.source.id);
  const allPaused = plan.targeting !== undefined || plan.inherit === true;
  const wasPaused = allPaused || (tree.size > 1 && !takesAlong(root.how as How | undefined));
  if (plan.status === 'PAUSED' && run.can.madeActive?.includes(plan.source.type))
    return pause(run, root.result?.ref ?? '');
  if (plan.status !== 'ACTIVE' || !wasPaused) return {};
  if (copyOf(state, copy).located?.error !== undefined)
    return {
      error: 'The copy was left paused: it would have delivered to the locations of its source.',
    };
  const slept = await keepPaused(run, copy, root.how as How | undefined);
  if (slept !== undefined)
    return {
      error: `The copy was left paused: what is paused in its source is not. ${explained(slept)}`,
    };
  const objects = [...tree.values()]
    .filter(({ parentId }) => parentId === undefined || allPaused)
    .filter(({ source }) => plan.inherit !== true || source.status === 'ACTIVE')
    .flatMap(({ source }) => {
      const id = stepOf(state, copy, source.id).result?.ref;
      return id === undefined ? [] : [{ type: source.type, id, status: 'ACTIVE' as const }];
    })
    .reverse();
  if (objects.length === 0) return {};
  const results = await run.edit.setStatus(run.account.access, objects);
  const failure = results.find((result) => result.failure !== undefined)?.failure;
  return failure === undefined ? {} : { error: explained(failure) };
}

/** What came along switched on would deliver although its source does not. */
async function keepPaused(
  { plan, state, tree, can, edit, account }: Run,
  copy: number,
  how: How | undefined,
) {
  if (plan.inherit !== true || !takesAlong(how)) return undefined;
  const changes = [...tree.values()].flatMap(({ source: { type, id, status }, parentId }) => {
    const made = stepOf(state, copy, id).result?.ref;
    const isOn =
      parentId !== undefined && can.native?.madeActive?.includes(type) && status !== 'ACTIVE';
    return made === undefined || !isOn ? [] : [{ type, id: made, status: 'PAUSED' as const }];
  });
  if (changes.length === 0) return undefined;
  return (await edit.setStatus(account.access, changes)).find(
    ({ failure }) => failure !== undefined,
  )?.failure;
}

/** A process that died after it had made the copy could not pause it. */
async function pause(
  { edit, account, plan }: Run,
  id: string,
): Promise<{ readonly error?: string }> {
  const [result] = await edit.setStatus(account.access, [
    { type: plan.source.type, id, status: 'PAUSED' },
  ]);
  return result?.failure === undefined ? {} : { error: explained(result.failure) };
}
