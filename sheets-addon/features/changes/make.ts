import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import { newColumns, objectWords } from '../../../core/features/changes/sheet/columns.ts';
import { newRef } from '../../../core/features/changes/sheet/fresh.ts';
import {
  broughtText,
  makingText,
  marksOf,
  type Values,
} from '../../../core/features/changes/sheet/rows.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import type { App } from '../../base/app.ts';
import { say } from '../../base/say.ts';
import type { Service } from '../../base/service.ts';
import { asRequest } from '../../launch/compose.ts';
import { findBatch, REMEMBERED_MS } from '../../launch/unsent.ts';
import { deletedCells, tellRows } from './outcomes.ts';
import type { Making, NewObject, Part } from './record.ts';
import { answered, type Step } from './step.ts';
import type { OpenTab, TabRow } from './tab.ts';
import { refusedCells } from './words.ts';

/**
 * Rows without ids, made by one launch. Each function takes the next step; repeated, it does the
 * same.
 */

const nameOf = ({ key }: Part, position: number): string => `${key} ${position}`;

/** Rows by the names that this post gave them. */
const named = (part: Part, { objects }: Making): ReadonlyMap<string, number> =>
  new Map(objects.map(({ level }, i) => [`${level} *${nameOf(part, i)}`, i]));

export async function makeRows(
  app: App,
  service: Service,
  part: Part,
  makes: Making,
  since: number,
): Promise<Step | 'running'> {
  const { problem } = part;
  if (problem !== undefined) {
    // Nothing was made: the rows are new again.
    const isTold = await tellRows(app, named(part, makes), () => ({
      ...refusedCells(problem),
      was: '',
    }));
    return isTold ? { isTold, counts: { refused: makes.objects.length } } : 'running';
  }
  if (makes.isMarked !== true) return mark(app, part, makes);
  const { batchId } = makes;
  if (batchId !== undefined) return tell(app, service, part, { ...makes, batchId });
  return answered(async () => {
    const isOld = app.clock.now() - since > REMEMBERED_MS;
    const taken = isOld ? await findBatch(service, makes.body.name ?? '') : undefined;
    const { adBatchId } =
      taken ??
      (await service.call('launch', asRequest(makes.body), {
        idempotencyKey: part.key,
        patient: true,
      }));
    return { makes: { ...makes, body: {}, batchId: adBatchId } };
  }, 'problem');
}

/**
 * Names each row before anything is sent: its id is written where its name is, whatever people do
 * to the row meanwhile.
 */
async function mark(app: App, part: Part, makes: Making): Promise<Step | 'running'> {
  const waiting = new Map<string, number[]>();
  for (const [i, { key }] of makes.objects.entries())
    waiting.set(key, [...(waiting.get(key) ?? []), i]);
  const marked = new Set<number>();
  const own = named(part, makes);
  const isSettled = await tellRows<number | number[]>(
    app,
    new Map<string, number | number[]>([...waiting, ...own]),
    (_, __, one) => {
      const position = typeof one === 'number' ? one : one.find((each) => !marked.has(each));
      if (position === undefined) return {};
      marked.add(position);
      return {
        was: makingText(nameOf(part, position)),
        state: objectWords.posting,
        told: '',
        marked: '',
        shaded: '',
      };
    },
  );
  if (!isSettled) return 'running';
  return marked.size === makes.objects.length
    ? { makes: { ...makes, isMarked: true } }
    : { problem: say('changesMoved') };
}

type Status = AnswerOf<'batches.status'>;

interface Outcome {
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly id?: string;
  readonly above?: WantedCells;
  readonly message: string;
  readonly isEmpty?: boolean;
  /** As the launch has left it. */
  readonly status?: string | undefined;
}

/**
 * First the ids, while rows are still known by their names; then what a row is compared with from
 * now on.
 */
async function tell(
  app: App,
  service: Service,
  part: Part,
  makes: Making & { readonly batchId: number },
): Promise<Step | 'running'> {
  const status = await service.call(
    'batches.status',
    { id: String(makes.batchId) },
    { patient: true },
  );
  if (status.finishedAt === null) return 'running';
  const made = makes.objects.map((object, i) => outcomeOf(status, object, i));
  const outcomes = makes.objects.map((object, i) => ({
    ...(made[i] as Outcome),
    above: parentsOf(makes.objects, made, object),
  }));
  const rows = named(part, makes);
  const cellsOf =
    (isLast: boolean) =>
    (open: OpenTab, _: TabRow, i: number): WantedCells => {
      const [object, outcome] = [makes.objects[i], outcomes[i]];
      return object === undefined || outcome === undefined
        ? {}
        : madeCells(open, object, outcome, isLast);
    };
  if (!(await tellRows(app, rows, cellsOf(false))) || !(await tellRows(app, rows, cellsOf(true))))
    return 'running';
  const counts: { [outcome: string]: number } = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const objects = makes.objects.map((object, i) => ({
    ...object,
    ...(outcomes[i]?.id !== undefined && { id: outcomes[i]?.id ?? '' }),
    ...(outcomes[i]?.isEmpty === true && { isEmpty: true as const }),
  }));
  return { isTold: true, makes: { ...makes, objects }, counts };
}

function outcomeOf(
  { made = [], launchedAds, failedAds }: Status,
  { level, index }: NewObject,
  position: number,
): Outcome {
  if (level !== 'ad') {
    const own = made.find(({ type, ref }) => type === level && ref === newRef(position));
    const message = own?.message ?? '';
    if (own === undefined || own.id === null)
      return { outcome: own?.mayExist === true ? 'unknown' : 'refused', message };
    const { id, status, empty } = own;
    // Without a status it is not known whether it was switched on.
    return {
      outcome: status === undefined ? 'unknown' : 'done',
      id,
      message,
      status,
      isEmpty: empty === true,
    };
  }
  const ad = launchedAds.find((each) => each.index === index);
  if (ad !== undefined)
    return { outcome: 'done', id: ad.adId, message: (ad.warnings ?? []).join('\n') };
  const failed = failedAds.find((each) => each.index === index);
  const message = [failed?.message, failed?.fix].filter((text) => text !== undefined).join(' ');
  return { outcome: failed?.mayExist === true ? 'unknown' : 'refused', message };
}

/** Ids in the place of the names that a person wrote. */
function parentsOf(
  objects: readonly NewObject[],
  made: readonly Outcome[],
  { level, above }: NewObject,
): WantedCells {
  const id = typeof above === 'number' ? made[above]?.id : above;
  if (id === undefined || level === 'campaign') return {};
  if (level === 'adset') return { campaignId: id };
  const adSet = typeof above === 'number' ? objects[above] : undefined;
  return { ...(adSet && parentsOf(objects, made, adSet)), adSetId: id };
}

function madeCells(
  { layout }: OpenTab,
  { account, values }: NewObject,
  { outcome, id, above, message, status }: Outcome,
  isLast: boolean,
): WantedCells {
  if (outcome === 'unknown' && id === undefined)
    return { ...refusedCells(message), state: objectWords.unknown };
  if (id === undefined) return { ...refusedCells(message), ...(isLast && { was: '' }) };
  const state = outcome === 'unknown' ? objectWords.unknown : objectWords.posted;
  const own = { id, adAccountId: account, ...above, state, told: message, marked: '', shaded: '' };
  if (!isLast) return own;
  const { status: _, ...rest } = values;
  const there: Values =
    status === undefined
      ? outcome === 'unknown'
        ? rest
        : values
      : { ...values, ...(values.status !== undefined && { status }) };
  const grey = marksOf(
    layout,
    newColumns(layout).map(({ key }) => key),
  );
  return { ...own, was: broughtText({ account, id, values: there }), grey };
}

const GONE = { set: { status: 'DELETED' } } as const;

/** Deletes what the launch made, from the ads up. What others put into it stays, and is named. */
export async function unmakeRows(
  app: App,
  service: Service,
  part: Part,
  makes: Making,
): Promise<Step | 'running'> {
  const { batchId, objects } = makes;
  // Nothing of it was made.
  if (batchId === undefined || part.undoProblem !== undefined) return { isUndoTold: true };
  if (part.undoId === undefined)
    return answered(async () => {
      const undo = { idempotencyKey: `${part.key}-undo`, patient: true };
      await service.call('batches.undo', { id: batchId, mode: 'delete' }, undo);
      return { undoId: String(batchId) };
    }, 'undoProblem');
  const left = await leftBy(service, batchId);
  return left !== undefined && (await tellGone(app, objects, left))
    ? { isUndoTold: true }
    : 'running';
}

/**
 * Deletes the campaigns and ad sets that nothing went into. What others put into them meanwhile
 * stays, and is named.
 */
export async function removeEmpty(
  app: App,
  service: Service,
  makes: Making,
): Promise<Step | 'running'> {
  const { batchId = 0, objects, removal, stays: _, ...rest } = makes;
  if (removal === 'wanted') {
    const asked = await answered(async () => {
      await service.call('batches.undo', { id: batchId, mode: 'delete-empty' }, { patient: true });
      return {};
    }, 'problem');
    if (asked === 'running' || asked.problem === undefined)
      return { makes: { ...makes, removal: 'asked' } };
    return { makes: { ...rest, batchId, objects, stays: [asked.problem] } };
  }
  const left = await leftBy(service, batchId);
  const empty = objects.filter(({ isEmpty }) => isEmpty);
  if (left === undefined || !(await tellGone(app, empty, left))) return 'running';
  const stay = empty.filter(({ id = '' }) => left.has(id));
  const stays = stay.map((object) => `${newName(object)}: ${left.get(object.id ?? '')}`);
  const after = objects.map((object): NewObject => {
    const { isEmpty: __, ...other } = object;
    return stay.includes(object) ? object : other;
  });
  return { makes: { ...rest, batchId, objects: after, stays } };
}

export const newName = ({ values }: NewObject): string => String(values.name ?? '');

/** What an undo could not delete, and why; undefined while it runs. */
async function leftBy(
  service: Service,
  batchId: number,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { undo } = await service.call('batches.status', { id: String(batchId) }, { patient: true });
  return undo?.finishedAt === undefined
    ? undefined
    : new Map(undo.left.map(({ id, message }) => [id, message]));
}

const tellGone = (
  app: App,
  objects: readonly NewObject[],
  left: ReadonlyMap<string, string>,
): Promise<boolean> =>
  tellRows(
    app,
    new Map(
      objects.flatMap(({ level, account, id }) =>
        id === undefined ? [] : [[`${level} ${account} ${id}`, id] as const],
      ),
    ),
    (open, row, id) => {
      const why = left.get(id);
      return why === undefined
        ? { ...deletedCells(open, row, GONE), ...GONE.set }
        : refusedCells(why);
    },
  );
