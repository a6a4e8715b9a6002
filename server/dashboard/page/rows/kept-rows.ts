import type { Outcome as LaunchOutcome } from '../../../client/launch-parts.ts';
import type { AnswerOf } from '../base/api.ts';
import type { Sheet } from './sheet.ts';

/**
 * The browser keeps rows that were not launched, per person of a company, until the person signs
 * out.
 */
const KEY = 'slipway-launch-rows';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface LaunchOptions {
  readonly name: string;
  readonly planDigest: string;
  readonly again: boolean;
}

export interface Run {
  readonly id: string;
  /** Sent without an answer: sent again as it was, it is launched once. */
  readonly sent?: { readonly print: string; readonly options: LaunchOptions };
}

export interface LaunchedBatch {
  readonly id: number;
  readonly ads: number;
}

export type Outcome = LaunchOutcome<LaunchedBatch>;

type Item = AnswerOf<'media.list'>['data'][number];
export type NamedFile = Pick<Item, 'originalName' | 'filename' | 'url'> &
  Partial<Pick<Item, 'thumbnails' | 'type'>> & { readonly sha256?: string | undefined };

interface Kept {
  owner: string;
  sheet?: Sheet | undefined;
  before?: Sheet | undefined;
  /** Uploaded here, oldest first. */
  media: readonly NamedFile[];
  draft?: number | undefined;
  outcome?: Outcome | undefined;
  run?: Run | undefined;
}

let kept: Kept = { owner: '', media: [] };

export const keptLaunch = (): Kept => kept;

const keyFor = (owner: string): string => `${KEY}:${owner}`;
const runKeyFor = (owner: string): string => `slipway-launch-run:${owner}`;
const editsKeyFor = (owner: string): string => `slipway-edits:${owner}`;

/**
 * Rows are kept for each person apart: the next one who signs in in this browser does not see them.
 */
export function keepFor(company: string, person: string): void {
  const owner = `${company}:${person}`;
  if (kept.owner === owner) return;
  kept = { owner, media: [] };
  // What earlier versions kept had no person: it becomes that of the first to come, who found it
  // before, too.
  for (const key of [keyFor, runKeyFor, editsKeyFor])
    attempt(() => {
      const text = localStorage.getItem(key(company));
      if (text !== null) localStorage.setItem(key(owner), text);
      localStorage.removeItem(key(company));
    });
}

/** What was typed over rows that exist, and was not posted. */
export const keptEdits = (): unknown =>
  attempt(() => JSON.parse(localStorage.getItem(editsKeyFor(kept.owner)) ?? 'null') as unknown) ??
  undefined;

export function keepEdits(edits: unknown): void {
  const key = editsKeyFor(kept.owner);
  attempt(() =>
    edits === undefined
      ? localStorage.removeItem(key)
      : localStorage.setItem(key, JSON.stringify(edits)),
  );
}

export function forgetRows(): void {
  attempt(() => localStorage.removeItem(editsKeyFor(kept.owner)));
  attempt(() => localStorage.removeItem(keyFor(kept.owner)));
  attempt(() => localStorage.removeItem(runKeyFor(kept.owner)));
  kept = { owner: '', media: [] };
}

export function keepRows(sheet: Sheet | undefined): void {
  kept.before = sheet === undefined ? kept.sheet : undefined;
  kept.sheet = sheet;
  const key = keyFor(kept.owner);
  attempt(() => {
    if (sheet === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), sheet }));
  });
}

/** Opens rows in the launch page; the rows before can be brought back. */
export function openRows(sheet: Sheet, draft?: number): void {
  const before = keptRows();
  keepRows(sheet);
  kept.before = before;
  kept.draft = draft;
}

export function keptRows(): Sheet | undefined {
  if (kept.sheet !== undefined) return kept.sheet;
  kept.sheet = attempt(() => {
    const { at, sheet } = JSON.parse(localStorage.getItem(keyFor(kept.owner)) ?? '{}') as {
      at?: number;
      sheet?: Sheet;
    };
    const isSheet = Array.isArray(sheet?.headers) && Array.isArray(sheet.rows);
    return isSheet && Date.now() - (at ?? 0) < KEPT_MS ? sheet : undefined;
  });
  return kept.sheet;
}

/** Begun in this tab or another, or before a reload. */
export function keptRun(): Run | undefined {
  const text = attempt(() => localStorage.getItem(runKeyFor(kept.owner)));
  if (text === undefined) return kept.run;
  return text === null ? undefined : attempt(() => JSON.parse(text) as Run);
}

export function keepRun(run: Run | undefined): void {
  kept.run = run;
  const key = runKeyFor(kept.owner);
  attempt(() =>
    run === undefined
      ? localStorage.removeItem(key)
      : localStorage.setItem(key, JSON.stringify(run)),
  );
}

/** The page works without storage. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
