import { PlatformError } from '../../../core/base/errors.ts';
import type { Good } from './calls.ts';
import { type Fail, missing } from './failures.ts';
import { type Params, type Row, said, text } from './json.ts';
import type {
  Access,
  Clock,
  CopyOutcome,
  CopyRequest,
  CopySource,
  DuplicateCapability,
  EntityType,
} from './ports.ts';
import type { Answer } from './wire.ts';

export interface RebuiltType {
  /** Fields that can be read and written. */
  readonly keep: readonly string[];
  readonly name: string;
  readonly parent?: string;
  /** What a copy says otherwise: status, schedule, texts. */
  changed?(row: Row, request: CopyRequest, now: number): Params;
}

export interface Rebuilding {
  readonly types: { readonly [T in EntityType]: RebuiltType };
  readonly clock: Clock;
  readonly fail: Fail;
  /** Undefined for an unknown id. Throws `PlatformError`. */
  read(access: Access, type: EntityType, id: string): Promise<Row | undefined>;
  /** Must not repeat where something may have been made. */
  create(access: Access, type: EntityType, params: Params): Promise<Answer>;
  idOf(type: EntityType, answer: Good): string | undefined;
}

/** `DuplicateCapability.recreate`: another object like the source, without what is below it. */
export function rebuildFrom(
  rebuilding: Rebuilding,
  access: Access,
  request: CopyRequest,
): Promise<CopyOutcome> {
  const { types, clock, fail, read, create, idOf } = rebuilding;
  const { type, sourceId } = request;
  const prepare = async () => {
    const row = await read(access, type, sourceId);
    if (row === undefined) throw new PlatformError(missing(sourceId, fail));
    const params = copyOf(types[type], row, request, clock.now());
    return () => create(access, type, params);
  };
  return rebuild(fail, request, prepare, (answer) => idOf(type, answer));
}

/** What is sent for a copy of a row. */
export function copyOf(
  { keep, name, parent, changed }: RebuiltType,
  row: Row,
  request: CopyRequest,
  now: number,
) {
  return {
    ...kept(row, keep),
    ...changed?.(row, request, now),
    ...(parent !== undefined && { [parent]: request.parentId ?? row[parent] }),
    [name]: copiedName(row[name], request),
  };
}

/** With what the copy lacks of its source. */
interface WarnedAnswer {
  readonly answer: Answer;
  readonly warnings: readonly string[];
}

/** `prepare` only reads: where it throws, nothing was made. */
export async function rebuild(
  fail: Fail,
  { type, sourceId }: CopyRequest,
  prepare: () => Promise<() => Promise<Answer | WarnedAnswer>>,
  idOf: (answer: Good) => string | undefined,
): Promise<CopyOutcome> {
  let create: () => Promise<Answer | WarnedAnswer>;
  try {
    create = await prepare();
  } catch (error) {
    if (error instanceof PlatformError) return { state: 'failed', failure: error.failure };
    throw error;
  }
  const created = await create();
  const { answer, warnings = [] }: { answer: Answer; warnings?: readonly string[] } =
    'answer' in created ? created : { answer: created };
  if (!answer.ok)
    return { state: answer.maybeDone ? 'unknown' : 'failed', failure: answer.failure };
  const id = idOf(answer);
  if (id !== undefined)
    return {
      state: 'done',
      id,
      objects: [{ type, sourceId, id }],
      ...(warnings.length > 0 && { warnings }),
    };
  return { state: 'unknown', failure: fail('transient', 'The platform answered without an id.') };
}

/** With the mark by which a copy is found. */
export const copiedName = (name: unknown, { marker, values }: CopyRequest): string =>
  `${values?.adName ?? text(name) ?? ''}${marker === undefined ? '' : ` ${marker}`}`;

/**
 * Platforms answer null, an empty text or an empty list for unset fields, and refuse these in
 * writes.
 */
export function kept(row: Row, fields: readonly string[]): Params {
  const empty = (value: unknown) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    fields.filter((field) => !empty(row[field])).map((field) => [field, row[field]]),
  );
}

interface Window {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/**
 * When a copy runs, ms: as its source, without a start that has passed. A window with less than
 * `roomMs` left starts now and lasts as long as it did, at least `leastMs`.
 */
export function copiedWindow(
  { start, end }: Window,
  now: number,
  { roomMs = 0, leastMs = 0 } = {},
): Window {
  if (end === undefined || end > now + roomMs)
    return { start: start !== undefined && start > now ? start : undefined, end };
  return { end: now + Math.max(leastMs, end - (start ?? end)) };
}

export type CopyTimes = Pick<DuplicateCapability, 'settleMs' | 'answerMs'>;

export const copyTimes = ({ settleMs, answerMs }: CopyTimes) => ({
  settleMs,
  answerMs,
  lagMs: Math.min(settleMs, 10_000),
});

export type SourceNode = Omit<CopySource, 'children'>;

/** `DuplicateCapability.tree`. Lists come newest first; copies are made oldest first. */
export function sourceTree(
  rows: {
    readonly type: EntityType;
    readonly root: Row;
    readonly adSets: readonly Row[];
    readonly ads: readonly Row[];
  },
  nodeOf: (type: EntityType, row: Row) => SourceNode,
): CopySource {
  const ads = [...rows.ads]
    .reverse()
    .map((row): CopySource => ({ ...nodeOf('ad', row), children: [] }));
  const withAds = (node: SourceNode): CopySource => ({
    ...node,
    children: ads.filter(({ adSetId }) => adSetId === node.id),
  });
  const root = nodeOf(rows.type, rows.root);
  if (rows.type === 'campaign')
    return {
      ...root,
      children: [...rows.adSets].reverse().map((row) => withAds(nodeOf('adset', row))),
    };
  return rows.type === 'adset' ? withAds(root) : { ...root, children: [] };
}

/** `DuplicateCapability.named`, oldest first. */
export const namedIn = (
  rows: readonly Row[],
  part: string,
  fields: { readonly id: string; readonly name: string },
) =>
  rows
    .map((row) => ({ id: said(row[fields.id]), name: said(row[fields.name]) }))
    .filter(({ name }) => name.includes(part))
    .reverse();
