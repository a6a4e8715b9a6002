import { changesOfTable, type RowFault } from '../../../../../../core/features/changes/door.ts';
import type { AnswerOf, InputOf } from '../../../base/api.ts';
import { keepEdits, keptEdits } from '../../../rows/kept-rows.ts';
import type { Level } from '../data.ts';
import { type Brought, cellFor, objectKey, textOf } from './cells.ts';

type Conflicts = NonNullable<AnswerOf<'changes.plan'>['changes'][number]['conflicts']>;

/**
 * What was typed over one object, and what it was when that began: what others change meanwhile is
 * found by that.
 */
export interface Draft {
  readonly level: Level;
  readonly id: string;
  readonly adAccountId: string;
  readonly name: string;
  readonly timezone: string;
  readonly revision: string;
  readonly texts: { readonly [field: string]: string };
  /** Why it was not posted. */
  readonly conflicts?: Conflicts;
  readonly reason?: string;
  /** It was sent, and may have been done. */
  readonly isUnknown?: boolean;
}

export type Drafts = { readonly [key: string]: Draft };

export interface Edits {
  readonly drafts: Drafts;
  /** Sent without an answer: sent again as it was, it is done once. */
  readonly sent?: { readonly key: string; readonly body: InputOf<'changes.apply'> };
}

export function readEdits(): Edits {
  const kept = keptEdits() as Partial<Edits> | undefined;
  return { drafts: kept?.drafts ?? {}, ...(kept?.sent && { sent: kept.sent }) };
}

export const keep = (edits: Edits): void =>
  keepEdits(Object.keys(edits.drafts).length === 0 && edits.sent === undefined ? undefined : edits);

/** An empty text, or one as it was, is no change; an object without one is no draft. */
export function withTexts(
  drafts: Drafts,
  row: Brought,
  timezone: string,
  texts: Draft['texts'],
): Drafts {
  const key = objectKey(row);
  const before = drafts[key];
  const all = Object.entries({ ...before?.texts, ...texts });
  const kept = all.filter(
    ([field, text]) => text.trim() !== '' && text !== textOf(field, row.values[field], timezone),
  );
  const { [key]: _, ...others } = drafts;
  if (kept.length === 0) return others;
  const { level, id, adAccountId, revision, values } = row;
  const began = before ?? {
    level,
    id,
    adAccountId,
    name: String(values.name ?? id),
    timezone,
    revision,
  };
  return { ...others, [key]: { ...began, texts: Object.fromEntries(kept) } };
}

export const without = (drafts: Drafts, key: string): Drafts => {
  const { [key]: _, ...others } = drafts;
  return others;
};

/** The live value counts as known: what was typed is sent over it, or given up. */
export function settled(
  drafts: Drafts,
  key: string,
  field: string,
  whose: 'mine' | 'theirs',
): Drafts {
  const draft = drafts[key];
  const conflict = draft?.conflicts?.find((each) => each.field === field);
  if (draft === undefined || conflict === undefined) return drafts;
  const revision = JSON.stringify({
    ...(JSON.parse(draft.revision) as object),
    [field]: conflict.live,
  });
  const conflicts = draft.conflicts?.filter((each) => each !== conflict) ?? [];
  const { conflicts: _, ...rest } = draft;
  const texts = Object.fromEntries(
    Object.entries(draft.texts).filter(([each]) => whose === 'mine' || each !== field),
  );
  if (Object.keys(texts).length === 0) return without(drafts, key);
  return {
    ...drafts,
    [key]: { ...rest, revision, texts, ...(conflicts.length > 0 && { conflicts }) },
  };
}

interface Asked {
  readonly changes: InputOf<'changes.apply'>['changes'];
  /** How many cells differ. */
  readonly cells: number;
  readonly faults: ReadonlyMap<string, readonly Pick<RowFault, 'column' | 'message'>[]>;
}

/** What the drafts ask for, by the same reading as files have. */
export function askedBy(drafts: Drafts): Asked {
  const all = Object.entries(drafts);
  const fields = [...new Set(all.flatMap(([, { texts }]) => Object.keys(texts)))];
  const table = [
    ['level', 'id', 'adAccountId', 'revision', ...fields],
    ...all.map(([, { level, id, adAccountId, revision, texts, timezone }]) => [
      level,
      id,
      adAccountId,
      revision,
      ...fields.map((field) => cellFor(field, texts[field] ?? '', timezone)),
    ]),
  ];
  const { changes, faults } = changesOfTable(table);
  const found = new Map<string, RowFault[]>();
  for (const fault of faults) {
    const key = all[fault.row - 2]?.[0] ?? '';
    found.set(key, [...(found.get(key) ?? []), fault]);
  }
  const cells = changes.reduce((sum, { set }) => sum + Object.keys(set).length, 0);
  return { changes: changes as Asked['changes'], cells, faults: found };
}

type Outcome = Pick<
  AnswerOf<'changes.apply'>['results'][number],
  'level' | 'id' | 'adAccountId' | 'conflicts' | 'reason'
> & {
  readonly isDone: boolean;
  readonly isUnknown?: boolean;
};

/** What is done is no draft any more; what is not says why. */
export function withOutcomes(drafts: Drafts, outcomes: readonly Outcome[]): Drafts {
  const next: { [key: string]: Draft } = { ...drafts };
  for (const outcome of outcomes) {
    const key = objectKey(outcome);
    const draft = next[key];
    if (draft === undefined) continue;
    const { conflicts: _, reason: __, isUnknown: ___, ...rest } = draft;
    if (outcome.isDone) delete next[key];
    else
      next[key] = {
        ...rest,
        ...(outcome.conflicts && { conflicts: outcome.conflicts }),
        ...(outcome.reason !== undefined && { reason: outcome.reason }),
        ...(outcome.isUnknown && {
          isUnknown: true,
          reason: outcome.reason ?? 'The platform did not say what became of it.',
        }),
      };
  }
  return next;
}
