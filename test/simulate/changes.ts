import { anyLevel, asked, begin, type Scene, seen } from './acts.ts';
import type { Told } from './people.ts';
import type { Thing } from './things.ts';

/**
 * Changes of what exists. Each sets a value that nobody else sets, so that the platform's books
 * tell whose it is.
 */

/** Nothing to be set is always set. */
const had = (thing: Thing, value: string) => value === '' || thing.history.includes(value);

/** Of all that it was given, the last. */
const has = ({ name, dailyBudget }: Thing, value: string) =>
  value === `name=${name}` || value === `dailyBudget=${dailyBudget}`;

/** Done is there, refused is not; of what is told as unknown both may be. */
function compared(
  told: Told | undefined,
  outcome: (body: never) => string,
  thing: Thing,
  value: string,
): readonly string[] {
  if (told === undefined || told.is === 'unknown') return [];
  const is = told.is === 'answered' ? outcome(told.body as never) : 'refused';
  if (is === 'done' && !had(thing, value))
    return [`${value} of ${thing.id} is told as done and was never set`];
  // Others may have set the same status; and what others have overwritten since is told as changed
  // by them.
  if (is === 'refused' && !value.startsWith('status') && value !== '' && has(thing, value))
    return [`${value} of ${thing.id} is told as refused and is set`];
  return [];
}

interface Result {
  readonly outcome?: string;
  readonly success?: boolean;
  readonly updateId?: string;
  readonly results?: readonly Result[];
}

const outcomeOf = ({ outcome, success, results }: Result): string =>
  results?.[0]?.outcome ?? outcome ?? (success === false ? 'refused' : 'done');

interface Wanted {
  readonly operation: string;
  readonly input: object;
  readonly value: string;
}

interface Update {
  readonly id: string;
  readonly thing: Thing;
  readonly before: string;
  readonly after: string;
}

const updates = new WeakMap<object, Update[]>();

async function change(
  scene: Scene,
  thing: Thing | undefined,
  wanted: (thing: Thing) => Wanted,
): Promise<void> {
  if (thing === undefined) return;
  const { operation, input, value: whole } = wanted(thing);
  const field = whole.split('=')[0] as 'name' | 'status' | 'dailyBudget';
  const before = `${field}=${thing[field]}`;
  const value = before === whole ? '' : whole;
  let told: Told | undefined;
  let needless: readonly string[] = [];
  const act = begin(scene, `${operation} ${scene.number}`, async () => [
    ...compared(told, outcomeOf, thing, value),
    ...needless,
  ]);
  told = await asked(scene, act, operation, input);
  // Of a company in which nobody does anything else it is known what would deliver. An attempt that
  // died keeps its room a while.
  if (
    told.is === 'refused' &&
    !told.wasSilent &&
    scene.acts.length === 1 &&
    /would deliver/.test(told.error.message) &&
    field === 'dailyBudget'
  )
    needless = scene.world.limits.keeps(thing, Number(whole.split('=')[1]))
      ? [`${value} is refused by a limit that it keeps`]
      : [];
  const updateId = told.is === 'answered' ? (told.body as Result).updateId : undefined;
  if (updateId !== undefined)
    updates.set(scene.acts, [
      ...(updates.get(scene.acts) ?? []),
      { id: updateId, thing, before, after: value },
    ]);
}

/** People come back to what was changed before: those who change different things never meet. */
function changedBefore(scene: Scene, type?: Thing['type']): Thing | undefined {
  const all = (updates.get(scene.acts) ?? [])
    .map(({ thing }) => thing)
    .filter((each) => type === undefined || each.type === type);
  return all.length > 0 && scene.world.choices.oneIn('same', 2)
    ? scene.world.choices.pick('same', all)
    : undefined;
}

export const rename = (scene: Scene) =>
  change(
    scene,
    changedBefore(scene) ?? seen(scene, anyLevel(scene.world)),
    ({ id, type, account }) => ({
      operation: 'manage.rename',
      input: { businessId: account, entityType: type, entityId: id, name: `N${scene.number}` },
      value: `name=N${scene.number}`,
    }),
  );

export const budget = (scene: Scene) =>
  change(scene, changedBefore(scene, 'adset') ?? seen(scene, 'adset'), ({ id, account }) => ({
    operation: 'manage.updateBudget',
    input: {
      businessId: account,
      entityType: 'adset',
      entityId: id,
      dailyBudget: 10 + scene.number,
    },
    value: `dailyBudget=${10 + scene.number}`,
  }));

export async function status(scene: Scene): Promise<void> {
  const { world } = scene;
  const thing = seen(scene, anyLevel(world));
  if (thing === undefined) return;
  world.trees.switched.add(thing.id);
  const newStatus = world.choices.pick('status', ['PAUSED', 'ACTIVE'] as const);
  await change(scene, thing, ({ id, type, account }) => ({
    operation: 'manage.updateStatus',
    input: { businessId: account, entityType: type, entityIds: [id], newStatus },
    value: `status=${newStatus}`,
  }));
}

export async function undoUpdate(scene: Scene): Promise<void> {
  const all = updates.get(scene.acts) ?? [];
  if (all.length === 0) return budget(scene);
  const update = scene.world.choices.pick('update', all);
  const since = scene.world.schedule.now();
  const act = begin(scene, `undo ${update.id}`, async () =>
    overwritten(update, updates.get(scene.acts) ?? [], since),
  );
  await asked(scene, act, 'manage.undoUpdate', { updateId: update.id });
}

/**
 * A way back takes away nothing but what it undoes. What others set in the very moment cannot be
 * known to it.
 */
const MOMENT_MS = 20_000;

function overwritten(
  { thing, before, after }: Update,
  all: readonly Update[],
  since: number,
): readonly string[] {
  const field = after.split('=')[0] ?? '';
  if (field !== 'name' && field !== 'dailyBudget') return [];
  const own = thing.history.flatMap((value, i) =>
    value.startsWith(`${field}=`) ? [{ value, at: thing.times[i] ?? 0 }] : [],
  );
  return own.flatMap(({ value, at }, i) => {
    const last = own[i - 1];
    if (value !== before || at < since || last === undefined || at - last.at < MOMENT_MS) return [];
    // Another change from the same value has a way back to it too.
    const isTakenBack = all.some(
      (each) => each.thing === thing && each.before === value && each.after === last.value,
    );
    // Of what bulk changes have set they have a way back of their own.
    return isTakenBack || [before, after].includes(last.value) || !last.value.startsWith('name=N')
      ? []
      : [`${before} of ${thing.id} was set again over ${last.value}`];
  });
}
