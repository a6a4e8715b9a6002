import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import { objectWords } from '../../../core/features/changes/sheet/columns.ts';
import { textIn } from '../../../core/features/changes/sheet/rows.ts';
import { stakeWords } from '../../../core/gate/words.ts';
import { randomId } from '../../../core/records/random-id.ts';
import { type App, FILE } from '../../base/app.ts';
import { say } from '../../base/say.ts';
import type { Service } from '../../base/service.ts';
import { type AllAsked, type Asked, nameOfChange, printOf } from './asked.ts';
import type { NewPlan } from './fresh.ts';
import { isOpen, keptPosts, type Part, type Post, sheetChangesKind } from './record.ts';
import { settle } from './settle.ts';
import { keyOf, type OpenTab, type TabRow } from './tab.ts';
import { type Plan, type Planned, plannedCells } from './words.ts';

/** What posting now would do: shown before anything happens. */
export interface ChangesView {
  readonly planId: string;
  /**
   * `change`: objects that are changed or made. `fresh`: rows without an ID that cannot be made as
   * they are.
   */
  readonly counts: {
    readonly change: number;
    readonly conflict: number;
    readonly refused: number;
    readonly fresh: number;
  };
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
/** Posts that can still be taken back from the sidebar. */
const MOST_POSTS = 10;

/** Writes into the rows what would become of them, and keeps what a post will send. */
export async function told(
  app: App,
  service: Service,
  {
    asked,
    parts,
    plans,
    cells,
    fresh,
    left,
  }: {
    readonly asked: AllAsked;
    readonly parts: readonly Part[];
    readonly plans: readonly { readonly account: string; readonly plan: Plan }[];
    readonly cells: Map<Asked, WantedCells>;
    readonly fresh: NewPlan;
    readonly left: number;
  },
): Promise<ChangesView> {
  const objects: {
    tab: OpenTab;
    row: number;
    name: string;
    does: readonly string[];
    problem: string;
  }[] = [];
  for (const [own, { told: words = '' }] of fresh.cells) {
    const does = fresh.does.get(own) ?? [];
    objects.push({ ...placeOf(own), does, problem: does.length > 0 ? '' : String(words) });
  }
  for (const { account, plan } of plans)
    for (const each of plan.changes) {
      const rows = asked.changes.get(nameOfChange(each.level, account, each.id))?.rows ?? [];
      for (const row of rows) cells.set(row, plannedCells(row.tab.layout, each));
      const [first] = rows;
      if (first === undefined || each.plan === 'nothing') continue;
      const problem = each.plan === 'change' ? '' : String(cells.get(first)?.told ?? '');
      objects.push({
        ...placeOf(first),
        name: each.name ?? each.id,
        does: [...each.does, ...(each.costs ?? [])],
        problem,
      });
    }
  for (const { asked: own, cells: why } of asked.refused)
    objects.push({ ...placeOf(own), does: [], problem: String(why.told ?? '') });
  const made = fresh.does.size;
  const count = (plan: Planned['plan']): number =>
    plans.reduce((sum, each) => sum + each.plan.counts[plan], 0);
  const risky = plans.reduce((sum, { plan }) => sum + plan.changes.filter(isRisky).length, 0);
  const planId = randomId(app.secrets, 'post');
  const post: Post = {
    what: 'post',
    companyId: service.companyId,
    createdAt: app.clock.now(),
    state: 'planned',
    print: await printOf(app, asked),
    risky,
    objects: count('change') + made,
    parts,
    counts: {},
  };
  await app.locked(async (store) => {
    writeRows(app, asked.tabs, cells);
    const former = (await keptPosts(store)).filter(({ doc }) => !isOpen(doc));
    const posts = former
      .filter(({ doc }) => doc.state !== 'planned')
      .sort((a, b) => b.doc.createdAt - a.doc.createdAt);
    const outdated = [
      ...former.filter(({ doc }) => doc.state === 'planned'),
      ...posts.slice(MOST_POSTS),
    ];
    const write = { kind: sheetChangesKind, companyId: FILE };
    await store.commit([
      ...outdated.map(({ id, version }) => ({ ...write, id, expect: version, doc: undefined })),
      { ...write, id: planId, expect: 'absent' as const, doc: post },
    ]);
  });
  const refused = count('refused') + asked.refused.length;
  return {
    planId,
    counts: {
      change: count('change') + made,
      conflict: count('conflict'),
      refused,
      fresh: asked.fresh.length - made,
    },
    objects: objects
      .slice(0, LISTED)
      .map(({ tab, ...each }) => ({ sheet: tab.sheet.getName(), ...each })),
    more: Math.max(0, objects.length - LISTED),
    warnings: [
      ...spendingIn([...fresh.plans, ...plans.map(({ plan }) => plan)]),
      ...fresh.warnings,
      ...swappedIn(asked),
    ],
    risky,
    left,
  };
}

function placeOf({ tab, row, read }: Asked): {
  readonly tab: OpenTab;
  readonly row: number;
  readonly name: string;
} {
  return { tab, row: row.row, name: textIn(tab.layout, row.cells, 'name') || read.id };
}

const spendingIn = (
  plans: readonly Partial<Pick<Plan, 'guards' | 'moneyAtStake'>>[],
): readonly string[] =>
  plans.flatMap(({ guards = [], moneyAtStake = [] }) => [
    ...guards.flatMap(({ exceeded, message }) => (exceeded ? message : [])),
    ...moneyAtStake.flatMap((stake) => {
      const words = stakeWords(stake);
      return words === undefined ? [] : say('startsToSpend', { stake: words });
    }),
  ]);

/** Names that are those of other rows: cells may have been sorted without the ids beside them. */
function swappedIn({ changes, tabs }: AllAsked): readonly string[] {
  const names = new Set<unknown>(
    [...changes.values()].flatMap(({ change }) => change.was?.name ?? []),
  );
  const swapped = [...changes.values()].filter(({ change }) => names.has(change.set.name)).length;
  return swapped < 2 || tabs.length === 0 ? [] : [say('namesSwapped', { n: swapped })];
}

const isRisky = ({ fields }: Planned): boolean =>
  fields.some(({ field, before, after }) =>
    field === 'status'
      ? after === 'DELETED'
      : typeof before === 'number' && typeof after === 'number' && after >= 10 * before,
  );

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
function writeRows(
  app: App,
  tabs: readonly OpenTab[],
  cells: ReadonlyMap<Asked, WantedCells>,
): void {
  for (const tab of tabs) {
    const said = ({ layout }: OpenTab, row: TabRow): string =>
      [
        keyOf({ layout }, row),
        ...layout.headers.map((_, i) => (isOwn(layout, i) ? '' : row.cells[i]?.shown)),
      ].join('\n');
    const own = new Map(
      [...cells].flatMap(([asked, each]) =>
        asked.tab === tab ? [[said(tab, asked.row), each] as const] : [],
      ),
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
  (['state', 'told', 'was', 'marked', 'shaded', 'grey'] as const).some(
    (key) => positions.get(key) === position,
  );
