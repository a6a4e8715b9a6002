import {
  type Live,
  newCells,
  refreshedCells,
  type WantedCells,
} from '../../../core/features/changes/sheet/cells.ts';
import { type ObjectLevel, objectLevels } from '../../../core/features/changes/sheet/columns.ts';
import type { AnswerOf } from '../../../server/client/types.ts';
import { userAccounts } from '../../base/accounts.ts';
import type { App } from '../../base/app.ts';
import { accountsNamed, idOf } from '../../base/platforms.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { BRING_IN, type BringIn, type Ended, keep, keptBringIn, type Task } from './record.ts';
import { settle } from './settle.ts';
import { keyOf, type ObjectTab, objectTabs, type TabRow, tabFor } from './tab.ts';
import { typedWords } from './words.ts';

/** What the sidebar asks for. */
export interface BringInRequest {
  readonly account: string;
  readonly levels: readonly ObjectLevel[];
  readonly name?: string;
  readonly status?: string;
  readonly campaignId?: string;
  /** A moment. Refused where the platform does not tell when something was changed. */
  readonly changedSince?: string;
}

/** How far it is. */
export interface BringInView {
  readonly isOpen: boolean;
  readonly rows: number;
  readonly ended: readonly Ended[];
}

const PAGE = 200;
/** Rows that are written at once: what is cut off before is read again. */
const WAVE = 2_000;
/** Of one level: more would be slow in any spreadsheet. */
const MOST_ROWS = 20_000;

export async function startBringIn(app: App, request: BringInRequest): Promise<BringInView> {
  const service = openService(app);
  const accounts = await userAccounts(app, service);
  const [account] = accountsNamed(accounts, request.account);
  if (account === undefined) throw new Problem('other', say('chooseAccount'));
  const status = (['ACTIVE', 'PAUSED'] as const).find((each) => each === request.status);
  const given = {
    name: request.name?.trim(),
    status,
    campaignId: request.campaignId?.trim(),
    changedSince: request.changedSince,
  };
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  await app.locked(async (store) => {
    const kept = await keptBringIn(store);
    const tasks = objectLevels
      .filter((level) => request.levels.includes(level))
      .map((level): Task => {
        const { sheet } = tabFor(app, level);
        const named = { level, account: idOf(account, accounts), currency: account.currency ?? '' };
        return { sheetId: sheet.getSheetId(), ...named, filter, rows: 0, typed: 0 };
      });
    const isAgain = (task: Task): boolean =>
      tasks.some(({ level, account: own }) => level === task.level && own === task.account);
    const open =
      kept?.doc.companyId === service.companyId
        ? kept.doc.tasks.filter((task) => !isAgain(task))
        : [];
    const doc: BringIn = {
      what: 'bring-in',
      companyId: service.companyId,
      tasks: [...open, ...tasks],
      ended: [],
    };
    await keep(store, BRING_IN, doc, kept?.version);
  });
  return goOnBringingIn(app, 1);
}

/**
 * Goes on where it stopped.
 *
 * @param most how many times rows are written before it answers how far it is
 */
export async function goOnBringingIn(
  app: App,
  most = Number.POSITIVE_INFINITY,
): Promise<BringInView> {
  const service = openService(app);
  // What takes as long as the time before must end before Google ends it.
  for (let wave = 0, took = 0; ; wave += 1) {
    const began = app.clock.now();
    const kept = await app.locked(keptBringIn);
    const [task] = kept?.doc.companyId === service.companyId ? kept.doc.tasks : [];
    if (kept === undefined || task === undefined || wave >= most || began + took > app.deadline)
      return viewOf(kept?.doc, service.companyId);
    const done = await brought(app, service, task);
    await app.locked(async (store) => {
      const now = await keptBringIn(store);
      // Another window was faster: it has written the same rows.
      if (now?.version !== kept.version) return;
      const { tasks, ended, ...doc } = now.doc;
      const next =
        'sheetId' in done
          ? { tasks: [done, ...tasks.slice(1)], ended }
          : { tasks: tasks.slice(1), ended: [...ended, done] };
      await keep(store, BRING_IN, { ...doc, ...next }, now.version);
    });
    took = app.clock.now() - began;
  }
}

const viewOf = (doc: BringIn | undefined, companyId: string): BringInView => {
  const { tasks = [], ended = [] } = doc?.companyId === companyId ? doc : {};
  const rows = [...tasks, ...ended].reduce((sum, each) => sum + each.rows, 0);
  return { isOpen: tasks.length > 0, rows, ended };
};

export const bringInState = async (app: App): Promise<BringInView> =>
  viewOf((await app.locked(keptBringIn))?.doc, openService(app).companyId);

/** The next rows of a task. Answers how it goes on, or how it ended. */
async function brought(app: App, service: Service, task: Task): Promise<Task | Ended> {
  const { level, account, rows, typed } = task;
  const tab = objectTabs(app).find(({ sheet }) => sheet.getSheetId() === task.sheetId);
  if (tab === undefined) return { level, account, rows, typed, problem: say('tabGone') };
  try {
    const { found, after } = await readPages(app, service, task);
    const told = await app.locked(async () => fill(app, tab, task, found));
    const next = { rows: rows + found.length, typed: typed + told };
    if (after !== null && next.rows < MOST_ROWS) return { ...task, ...next, after };
    return { level, account, ...next, ...(after !== null && { isCut: true }) };
  } catch (error) {
    const problem = problemOf(error);
    // What the service refuses it would refuse again.
    if (!problem.isAnswer || problem.kind === 'offline') throw error;
    return { level, account, rows, typed, problem: problem.message };
  }
}

type Found = AnswerOf<'objects.list'>['data'][number];

async function readPages(
  app: App,
  service: Service,
  { level, account, filter, after: from, rows }: Task,
): Promise<{ readonly found: readonly Found[]; readonly after: string | null }> {
  const found: Found[] = [];
  let after: string | null | undefined = from;
  do {
    const limit = Math.min(PAGE, MOST_ROWS - rows - found.length);
    const query = { adAccountId: account, level, ...filter, limit, ...(after && { after }) };
    const page: AnswerOf<'objects.list'> = await service.call('objects.list', query, {
      patient: true,
    });
    found.push(...page.data);
    after = page.paging.after;
  } while (
    after !== null &&
    found.length < WAVE &&
    rows + found.length < MOST_ROWS &&
    app.clock.now() < app.deadline
  );
  return { found, after };
}

/**
 * Puts objects into their rows, and those that have none below. Answers in how many rows something
 * typed stays.
 */
function fill(
  app: App,
  tab: ObjectTab,
  { account, currency }: Task,
  found: readonly Found[],
): number {
  const live = new Map(
    found.map((object): [string, Live] => [
      `${account} ${object.id}`,
      { ...object, account, currency },
    ]),
  );
  let told = 0;
  const isSettled = settle(app, tab, (open) => {
    const cells = new Map<TabRow, WantedCells>();
    const added = new Map([...live].map(([key, object]) => [key, newCells(open.layout, object)]));
    for (const row of open.rows) {
      const key = keyOf(open, row);
      const object = live.get(key);
      if (object === undefined) continue;
      added.delete(key);
      const { cells: own, typed } = refreshedCells(open.layout, row.cells, object, open.decimal);
      cells.set(row, { ...own, told: typed.map((each) => typedWords(each)).join('\n') });
      told += Number(typed.length > 0);
    }
    return { cells, added };
  });
  if (!isSettled) throw new Problem('changed', say('tabMoved', { sheet: tab.sheet.getName() }));
  return told;
}
