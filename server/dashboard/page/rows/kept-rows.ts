import type { Outcome as LaunchOutcome } from '../../../client/launch-parts.ts';
import type { AnswerOf } from '../base/api.ts';
import type { Sheet } from './sheet.ts';

/**
 * Rows that were not launched yet are kept in the browser, so that a reload or a closed tab loses none: for each company by
 * itself, and until its person signs out.
 */
const KEY = 'slipway-launch-rows';
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** What a part is sent with beside its ads. */
export interface LaunchOptions {
  readonly name: string;
  readonly planDigest: string;
  readonly again: boolean;
}

/** A launch that has begun and has not ended. */
export interface Run {
  readonly id: string;
  /** The part that was sent and not answered for: it is sent again exactly so, and launched once. */
  readonly sent?: { readonly print: string; readonly options: LaunchOptions };
}

export interface LaunchedBatch {
  readonly id: number;
  readonly ads: number;
}

export type Outcome = LaunchOutcome<LaunchedBatch>;

type Item = AnswerOf<'media.list'>['data'][number];
/** What an upload answers, as far as rows need it. */
export type NamedFile = Pick<Item, 'originalName' | 'filename' | 'url'> &
  Partial<Pick<Item, 'thumbnails' | 'type'>> & { readonly sha256?: string | undefined };

interface Kept {
  company: string;
  sheet?: Sheet | undefined;
  /** Rows that were put aside by starting over. */
  before?: Sheet | undefined;
  /** Files that were uploaded here, oldest first. */
  media: readonly NamedFile[];
  /** The draft the rows were read from. */
  draft?: number | undefined;
  /** What became of the last launch that had several parts. */
  outcome?: Outcome | undefined;
  /** The launch that is under way, where the browser keeps nothing. */
  run?: Run | undefined;
}

let kept: Kept = { company: '', media: [] };

/** What is kept of the launch page while it is left and come back to. */
export const keptLaunch = (): Kept => kept;

/** Whose rows are kept from now on. */
export function keepFor(company: string): void {
  if (kept.company === company) return;
  kept = { company, media: [] };
  // Rows of earlier versions belonged to no company.
  attempt(() => localStorage.removeItem(KEY));
}

const keyFor = (company: string): string => `${KEY}:${company}`;
const runKeyFor = (company: string): string => `slipway-launch-run:${company}`;

/** Whoever signs in next at this browser finds nothing. */
export function forgetRows(): void {
  attempt(() => localStorage.removeItem(keyFor(kept.company)));
  attempt(() => localStorage.removeItem(runKeyFor(kept.company)));
  kept = { company: '', media: [] };
}

export function keepRows(sheet: Sheet | undefined): void {
  kept.before = sheet === undefined ? kept.sheet : undefined;
  kept.sheet = sheet;
  const key = keyFor(kept.company);
  attempt(() => {
    if (sheet === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), sheet }));
  });
}

/** Rows that the launch page shows when it is opened next; those that were there can be brought back. */
export function openRows(sheet: Sheet, draft?: number): void {
  const before = keptRows();
  keepRows(sheet);
  kept.before = before;
  kept.draft = draft;
}

export function keptRows(): Sheet | undefined {
  if (kept.sheet !== undefined) return kept.sheet;
  kept.sheet = attempt(() => {
    const { at, sheet } = JSON.parse(localStorage.getItem(keyFor(kept.company)) ?? '{}') as { at?: number; sheet?: Sheet };
    const isSheet = Array.isArray(sheet?.headers) && Array.isArray(sheet.rows);
    return isSheet && Date.now() - (at ?? 0) < KEPT_MS ? sheet : undefined;
  });
  return kept.sheet;
}

/** A launch that has begun and not ended, in this tab or in another, or before a reload. */
export function keptRun(): Run | undefined {
  const text = attempt(() => localStorage.getItem(runKeyFor(kept.company)));
  if (text === undefined) return kept.run;
  return text === null ? undefined : attempt(() => JSON.parse(text) as Run);
}

export function keepRun(run: Run | undefined): void {
  kept.run = run;
  const key = runKeyFor(kept.company);
  attempt(() => (run === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, JSON.stringify(run))));
}

/** A browser that keeps nothing, or has no room for so many rows: the page works all the same. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
