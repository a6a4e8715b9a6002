import { defined } from '../../base/defined.ts';
import { explained, PlatformError, type PlatformFailure } from '../../base/errors.ts';
import type { Stored } from '../../ports/store.ts';
import { changeKept } from '../../records/change.ts';
import type { ReadAccount } from './account.ts';
import { type KeepPorts, keepLeads } from './keep.ts';
import { DAY, type FormRecord, formKind, type WatchRecord } from './records.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Leads may show up late: each reading begins this long before the last one, and looks further back
 * from time to time.
 */
const OVERLAP_MS = hour;
const WEEK_EVERY_MS = DAY;
const WHOLE_EVERY_MS = 30 * DAY;
/** How far back a whole reading goes where the platform does not say how long it keeps leads. */
const WHOLE_DAYS = 90;
const PAGE = 100;
const MOST_PAGES = 10;
const NEVER = Number.MAX_SAFE_INTEGER;

/** Reads a form on from where it stands. Stores and answers the failure that stopped it. */
export async function readForm(
  ports: KeepPorts,
  companyId: string,
  account: ReadAccount,
  { stored, watch }: { readonly stored: Stored<FormRecord>; readonly watch: WatchRecord },
): Promise<PlatformFailure | undefined> {
  const { keptDays } = account.leads;
  let reading = stored.doc.reading ?? begun(stored.doc, ports.clock.now(), keptDays);
  const keep = { account: account.key, keepDays: watch.keepDays, keptDays };
  try {
    for (let pages = 1; pages <= MOST_PAGES; pages += 1) {
      const { since, after } = reading;
      const { id, owner } = stored.doc.form;
      const ref = { id, ...defined({ owner }) };
      const page = await account.page(account.access, ref, {
        since,
        limit: PAGE,
        ...defined({ after }),
      });
      const { after: _, ...before } = reading;
      const next = {
        ...before,
        rows: reading.rows + page.data.length,
        ...defined({ after: page.after }),
      };
      const newest = Math.max(0, ...page.data.map(({ createdAt }) => createdAt));
      const isDone = page.after === undefined;
      await keepLeads(ports, companyId, {
        ...keep,
        leads: page.data,
        progress: {
          id: stored.id,
          change: (form) => {
            const newestAt = Math.max(form.newestAt ?? 0, newest);
            const known = { ...form, ...(newestAt > 0 && { newestAt }) };
            return isDone
              ? ended(known, next, ports.clock.now())
              : { ...known, reading: next, dueAt: next.begunAt };
          },
        },
      });
      if (isDone) return undefined;
      reading = next;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await noteProblem(ports, companyId, stored.id, error.failure);
    return error.failure;
  }
}

type Reading = NonNullable<FormRecord['reading']>;

function begun(
  { readAt, weekAt, wholeAt }: FormRecord,
  now: number,
  keptDays = WHOLE_DAYS,
): Reading {
  const isDue = (at: number | undefined, everyMs: number) =>
    at === undefined || now - at >= everyMs;
  const back = isDue(wholeAt, WHOLE_EVERY_MS)
    ? now - keptDays * DAY
    : isDue(weekAt, WEEK_EVERY_MS)
      ? now - 7 * DAY
      : (readAt ?? now) - OVERLAP_MS;
  return { since: Math.max(0, back), begunAt: now, rows: 0 };
}

function ended(
  { reading: _, problem: __, isRefused: ___, ...form }: FormRecord,
  { since, begunAt, rows }: Reading,
  now: number,
): FormRecord {
  const isWhole = form.wholeAt === undefined || begunAt - form.wholeAt >= WHOLE_EVERY_MS;
  const isWeek = isWhole || begunAt - since >= 7 * DAY;
  const { held } = form.form;
  // As if it had not been read.
  if (rows === 0 && isWithheld(form, isWhole))
    return { ...form, problem: WITHHELD, isRefused: true, dueAt: now + hour };
  return {
    ...form,
    readAt: begunAt,
    ...(isWeek && { weekAt: begunAt }),
    ...(isWhole && { wholeAt: begunAt }),
    ...(held !== undefined && { heldThen: held }),
    dueAt: form.form.state === 'deleted' ? NEVER : now + pauseFor(form.newestAt, now),
  };
}

/** An empty list may also mean that the connected user may not read leads. */
const isWithheld = ({ form: { held }, heldThen }: FormRecord, isWhole: boolean): boolean =>
  held !== undefined && held > (isWhole ? 0 : (heldThen ?? held));

const WITHHELD =
  'The platform says that the form has leads, and hands none over. Give the connected user access to leads in the settings of the business, then the leads come by themselves.';

/** The calls a form allows grow with its leads: one without any is asked every hour. */
function pauseFor(newestAt: number | undefined, now: number): number {
  const age = now - (newestAt ?? 0);
  return age < 7 * DAY ? 5 * minute : age < 90 * DAY ? 15 * minute : hour;
}

async function noteProblem(
  { store, clock }: KeepPorts,
  companyId: string,
  id: string,
  failure: PlatformFailure,
): Promise<void> {
  const isGone = failure.class === 'missing';
  const pause = failure.retryAfterMs ?? (failure.retryable ? 5 * minute : hour);
  await changeKept(store, formKind, {
    companyId,
    id,
    change(stored) {
      // The cursor may be the reason.
      const { reading: _, ...doc } = stored;
      const form = isGone ? { ...doc.form, state: 'deleted' as const } : doc.form;
      const problem = { problem: explained(failure), isRefused: !failure.retryable };
      return { ...doc, form, dueAt: isGone ? NEVER : clock.now() + pause, ...problem };
    },
  });
}
