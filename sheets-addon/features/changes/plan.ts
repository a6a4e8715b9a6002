import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import { type ObjectKey, objectWords } from '../../../core/features/changes/sheet/columns.ts';
import { marksOf, shownValue, textIn } from '../../../core/features/changes/sheet/rows.ts';
import { stakeWords } from '../../../core/gate/words.ts';
import type { Json } from '../../../core/ports/store.ts';
import { randomId } from '../../../core/records/random-id.ts';
import type { AnswerOf, InputOf } from '../../../server/client/types.ts';
import { type App, FILE } from '../../base/app.ts';
import { Problem, problemOf } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { openService, type Service } from '../../base/service.ts';
import { type AllAsked, type Asked, askedIn, nameOfChange, printOf } from './asked.ts';
import { headerOf } from './bring-in.ts';
import { type Change, keptPosts, type Part, type Post, sheetChangesKind } from './record.ts';
import { settle } from './settle.ts';
import { keyOf, type OpenTab, type TabRow } from './tab.ts';

type Plan = AnswerOf<'changes.plan'>;
type Planned = Plan['changes'][number];
type FieldChange = Planned['fields'][number];

/** What posting now would do: shown before anything happens. */
export interface ChangesView {
  readonly planId: string;
  readonly counts: { readonly change: number; readonly conflict: number; readonly refused: number; readonly fresh: number };
  /** The first of them. */
  readonly objects: readonly {
    readonly sheet: string;
    readonly row: number;
    readonly name: string;
    readonly does: readonly string[];
    readonly problem: string;
  }[];
  readonly more: number;
  /** What starts to spend, limits that are exceeded, and what looks wrong. */
  readonly warnings: readonly string[];
  /** Deletions and rises by ten times or more. */
  readonly risky: number;
  /** Changes that do not fit into one post. */
  readonly left: number;
}

const LISTED = 100;
const MOST_CHANGES = 5_000;
/** Of one request: it is answered within the minute that Google waits. */
const PART = 250;
/** Posts that can still be taken back from the sidebar. */
const MOST_POSTS = 10;

/** Reads the rows, compares them with what the platforms have, and writes into them what would be done. Nothing is sent. */
export async function showChanges(app: App): Promise<ChangesView> {
  const service = openService(app);
  const asked = await app.locked(async () => askedIn(app));
  if (asked.tabs.length === 0) throw new Problem('other', say('noObjectTabs'));
  const all = [...asked.changes].slice(0, MOST_CHANGES);
  const parts: Part[] = [];
  const plans: { readonly account: string; readonly plan: Plan }[] = [];
  const cells = new Map<Asked, WantedCells>(asked.refused.map((each) => [each.asked, each.cells]));
  for (const account of new Set(all.map(([, each]) => each.account))) {
    const own = all.flatMap(([, each]) => (each.account === account ? [each] : []));
    for (let from = 0; from < own.length; from += PART) {
      const some = own.slice(from, from + PART);
      const answer = await planned(
        service,
        account,
        some.map(({ change }) => change),
      );
      if (answer instanceof Problem)
        for (const row of some.flatMap(({ rows }) => rows)) cells.set(row, refusedCells(answer.message));
      else {
        plans.push({ account, plan: answer });
        const key = `sheet-${randomId(app.secrets, 'post')}`;
        const changes = some.map(({ change }) => change);
        if (answer.counts.change > 0) parts.push({ key, account, changes, digest: answer.digest });
      }
    }
  }
  return told(app, service, { asked, parts, plans, cells, left: asked.changes.size - all.length });
}

export const bodyOf = (account: string, changes: readonly Change[]): InputOf<'changes.plan'> => ({
  changes: changes.map(({ level, id, set, was }) => ({
    level,
    id,
    adAccountId: account,
    set: { ...set },
    ...(was && { revision: JSON.stringify(was) }),
  })),
  // A person sees every amount, and agrees to what is risky, before it is sent.
  confirm: true,
});

/** What the service refuses as a whole is a problem of these rows; no answer at all is one of everything. */
async function planned(service: Service, account: string, changes: readonly Change[]): Promise<Plan | Problem> {
  try {
    return await service.call('changes.plan', bodyOf(account, changes), { patient: true });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem.isAnswer || problem.kind === 'offline') throw error;
    return problem;
  }
}

/** Writes into the rows what would become of them, and keeps what a post will send. */
async function told(
  app: App,
  service: Service,
  {
    asked,
    parts,
    plans,
    cells,
    left,
  }: {
    readonly asked: AllAsked;
    readonly parts: readonly Part[];
    readonly plans: readonly { readonly account: string; readonly plan: Plan }[];
    readonly cells: Map<Asked, WantedCells>;
    readonly left: number;
  },
): Promise<ChangesView> {
  const objects: { sheet: string; row: number; name: string; does: readonly string[]; problem: string }[] = [];
  for (const { account, plan } of plans)
    for (const each of plan.changes) {
      const rows = asked.changes.get(nameOfChange(each.level, account, each.id))?.rows ?? [];
      for (const row of rows) cells.set(row, plannedCells(row, each));
      const [first] = rows;
      if (first === undefined || each.plan === 'nothing') continue;
      const { row, tab } = first;
      const problem = each.plan === 'change' ? '' : String(cells.get(first)?.told ?? '');
      objects.push({ sheet: tab.sheet.getName(), row: row.row, name: each.name ?? each.id, does: each.does, problem });
    }
  for (const { asked: own, cells: why } of asked.refused) {
    const { tab, row } = own;
    const name = textIn(tab.layout, row.cells, 'name') || own.read.id;
    objects.push({ sheet: tab.sheet.getName(), row: row.row, name, does: [], problem: String(why.told ?? '') });
  }
  const count = (plan: Planned['plan']): number => plans.reduce((sum, each) => sum + each.plan.counts[plan], 0);
  const risky = plans.reduce((sum, { plan }) => sum + plan.changes.filter(isRisky).length, 0);
  const planId = randomId(app.secrets, 'post');
  const post: Post = {
    what: 'post',
    companyId: service.companyId,
    createdAt: app.clock.now(),
    state: 'planned',
    print: await printOf(app, asked),
    risky,
    objects: count('change'),
    parts,
    counts: {},
  };
  await app.locked(async (store) => {
    writeRows(app, asked.tabs, cells);
    const former = (await keptPosts(store)).filter(({ doc }) => doc.state !== 'posting' && doc.state !== 'undoing');
    const posts = former.filter(({ doc }) => doc.state !== 'planned').sort((a, b) => b.doc.createdAt - a.doc.createdAt);
    const outdated = [...former.filter(({ doc }) => doc.state === 'planned'), ...posts.slice(MOST_POSTS)];
    const write = { kind: sheetChangesKind, companyId: FILE };
    await store.commit([
      ...outdated.map(({ id, version }) => ({ ...write, id, expect: version, doc: undefined })),
      { ...write, id: planId, expect: 'absent' as const, doc: post },
    ]);
  });
  const refused = count('refused') + asked.refused.length - asked.fresh.length;
  return {
    planId,
    counts: { change: count('change'), conflict: count('conflict'), refused, fresh: asked.fresh.length },
    objects: objects.slice(0, LISTED),
    more: Math.max(0, objects.length - LISTED),
    warnings: [...spendingIn(plans.map(({ plan }) => plan)), ...swappedIn(asked)],
    risky,
    left,
  };
}

const spendingIn = (plans: readonly Plan[]): readonly string[] =>
  plans.flatMap(({ guards, moneyAtStake }) => [
    ...guards.flatMap(({ exceeded, message }) => (exceeded ? message : [])),
    ...moneyAtStake.flatMap((stake) => {
      const words = stakeWords(stake);
      return words === undefined ? [] : say('startsToSpend', { stake: words });
    }),
  ]);

/** Names that are those of other rows: cells may have been sorted without the ids beside them. */
function swappedIn({ changes, tabs }: AllAsked): readonly string[] {
  const names = new Set<unknown>([...changes.values()].flatMap(({ change }) => change.was?.name ?? []));
  const swapped = [...changes.values()].filter(({ change }) => names.has(change.set.name)).length;
  return swapped < 2 || tabs.length === 0 ? [] : [say('namesSwapped', { n: swapped })];
}

const isRisky = ({ fields }: Planned): boolean =>
  fields.some(({ field, before, after }) =>
    field === 'status' ? after === 'DELETED' : typeof before === 'number' && typeof after === 'number' && after >= 10 * before,
  );

/** `Name: old → new`, a line each. */
const linesOf = (fields: readonly FieldChange[]): string =>
  fields
    .map(({ field, before, after, learning }) => {
      const [from, to] = [before, after].map((value) => shownValue((value ?? null) as Json));
      return `${headerOf(field)}: ${from} → ${to}${learning === undefined ? '' : ` (${learning})`}`;
    })
    .join('\n');

export const refusedCells = (message: string): WantedCells => ({
  state: objectWords.refused,
  told: message,
  marked: '',
  shaded: '',
});

/** All three values of what others changed meanwhile. */
export const conflictWords = (conflicts: NonNullable<Planned['conflicts']>): string =>
  conflicts
    .map(({ field, was, live, wanted }) => {
      const [a, b, c] = [was, live, wanted].map((value) => shownValue((value ?? null) as Json));
      return say('conflictValues', { header: headerOf(field), was: a ?? '', live: b ?? '', wanted: c ?? '' });
    })
    .join('\n');

function plannedCells({ tab: { layout } }: Asked, { plan, fields, conflicts = [], reason = '' }: Planned): WantedCells {
  const keys = (all: readonly { readonly field: string }[]): string =>
    marksOf(
      layout,
      all.map(({ field }) => field as ObjectKey),
    );
  switch (plan) {
    case 'change':
      return { state: objectWords.planned, told: linesOf(fields), marked: '', shaded: keys(fields) };
    case 'conflict':
      return { state: objectWords.conflict, told: conflictWords(conflicts), marked: keys(conflicts), shaded: '' };
    case 'refused':
      return refusedCells(reason);
    case 'nothing':
      return { state: objectWords.nothing, told: '', marked: '', shaded: '' };
  }
}

/** Words that say what a row would do, or lacks: they go where it asks for nothing any more. */
const PASSING: readonly string[] = [
  objectWords.planned,
  objectWords.faulty,
  objectWords.fresh,
  objectWords.typed,
  objectWords.conflict,
  objectWords.refused,
  objectWords.nothing,
];
const CLEARED: WantedCells = { state: '', told: '', marked: '', shaded: '' };

/** By what rows are about, and what they say: one that was changed since is told the next time. */
function writeRows(app: App, tabs: readonly OpenTab[], cells: ReadonlyMap<Asked, WantedCells>): void {
  for (const tab of tabs) {
    const said = ({ layout }: OpenTab, row: TabRow): string =>
      [keyOf({ layout }, row), ...layout.headers.map((_, i) => (isOwn(layout, i) ? '' : row.cells[i]?.shown))].join('\n');
    const own = new Map(
      [...cells].flatMap(([asked, each]) => (asked.tab === tab ? [[said(tab, asked.row), each] as const] : [])),
    );
    settle(app, tab, (open) => ({
      cells: new Map(
        open.rows.flatMap((row): [TabRow, WantedCells][] => {
          const wanted = own.get(said(open, row));
          if (wanted !== undefined) return [[row, wanted]];
          return PASSING.includes(textIn(open.layout, row.cells, 'state')) ? [[row, CLEARED]] : [];
        }),
      ),
    }));
  }
}

const isOwn = ({ positions }: OpenTab['layout'], position: number): boolean =>
  (['state', 'told', 'was', 'marked', 'shaded', 'grey'] as const).some((key) => positions.get(key) === position);
