import { useMemo, useState } from 'preact/hooks';
import { type AdAccount, client } from '../../../base/api.ts';
import { plural } from '../../../base/words.ts';
import { Button, Waiting } from '../../../parts/parts.tsx';
import { type CellAt, Grid, remarksAt } from '../../../rows/grid.tsx';
import type { Sheet } from '../../../rows/sheet.ts';
import { accountKey, type Entity, type Level } from '../data.ts';
import type { AdsScope } from '../range.ts';
import { useReading } from '../reading.ts';
import { type Brought, columnsFor, LISTS, objectKey, textOf } from './cells.ts';
import { askedBy, type Drafts, settled, without, withTexts } from './drafts.ts';
import { EditPlan } from './plan.tsx';
import { FindAndReplace } from './replace.tsx';
import { Unsettled } from './unsettled.tsx';
import { useEdits } from './use-edits.ts';

interface EditProps {
  level: Level;
  scope: Pick<AdsScope, 'campaign' | 'adset'>;
  /** What is shown, or selected. */
  rows: readonly Entity[];
  onPosted: () => void;
  onDone: () => void;
}

const PAGE = 200;
const TAKE_BACK = { icon: 'undo', label: 'Take back what was typed in row' } as const;

/** The rows of the page, with cells to write in. */
export function EditRows({ level, scope, rows, onPosted, onDone }: EditProps) {
  const accounts = useMemo(() => accountsOf(rows), [rows]);
  const { reload, ...brought } = useBrought(level, scope, accounts);
  const edits = useEdits(() => {
    reload();
    onPosted();
  });
  const { drafts } = edits;
  const zones = useMemo(
    () => new Map(accounts.map(({ id, timezone }) => [id, timezone])),
    [accounts],
  );
  const zoneOf = (id: string): string => zones.get(id) ?? 'UTC';
  const shown = useMemo(() => shownOf(brought.rows, rows), [brought.rows, rows]);
  const columns = useMemo(() => columnsFor(shown), [shown]);
  const asked = useMemo(() => askedBy(drafts), [drafts]);
  const [planned, setPlanned] = useState<typeof asked.changes>();
  const places = useMemo(
    () => new Map(rows.map((row) => [`${row.account.id} ${row.id}`, placeOf(row)])),
    [rows],
  );

  const sheet = useMemo((): Sheet => {
    const cells = (row: Brought) => {
      const texts = drafts[objectKey(row)]?.texts ?? {};
      const own = columns.map(
        ({ field }) => texts[field] ?? textOf(field, row.values[field], zoneOf(row.adAccountId)),
      );
      return [...own, places.get(`${row.adAccountId} ${row.id}`) ?? ''];
    };
    return { headers: [...columns.map(({ header }) => header), 'In'], rows: shown.map(cells) };
  }, [shown, columns, drafts, places]);
  const closed = useMemo(
    () =>
      shown.map(
        ({ canChange }) =>
          new Set(columns.flatMap(({ field }, at) => (canChange.includes(field) ? [] : [at]))),
      ),
    [shown, columns],
  );
  const remarks = useMemo(() => {
    const at = (field: string) => columns.findIndex((each) => each.field === field);
    const of = shown.map((row, i) => ({ row: i + 2, key: objectKey(row) }));
    return {
      faults: remarksAt(
        of.flatMap(({ row, key }) =>
          (asked.faults.get(key) ?? []).map(({ column, message }) => ({
            row,
            position: at(column),
            message,
          })),
        ),
      ),
      warnings: remarksAt(
        of.flatMap(({ row, key }) => {
          const { conflicts = [], reason } = drafts[key] ?? {};
          const others = conflicts.map(({ field }) => ({
            row,
            position: at(field),
            message: 'Others changed it meanwhile.',
          }));
          return reason === undefined ? others : [...others, { row, position: 0, message: reason }];
        }),
      ),
      changed: of.map(({ key }) => new Set(Object.keys(drafts[key]?.texts ?? {}).map(at))),
    };
  }, [shown, columns, drafts, asked]);

  const type = (next: Sheet) => edits.change((now) => typed(now, next, sheet));
  function typed(now: Drafts, next: Sheet, before: Sheet): Drafts {
    return next.rows.reduce((all, cells, i) => {
      const row = shown[i];
      if (cells === before.rows[i] || row === undefined) return all;
      const texts = columns.flatMap(({ field }, at) =>
        cells[at] === before.rows[i]?.[at] || closed[i]?.has(at) === true
          ? []
          : [[field, cells[at] ?? '']],
      );
      for (const [field = '', text = ''] of texts)
        if (text.trim() === '')
          showAgain(i, columns, field, textOf(field, row.values[field], zoneOf(row.adAccountId)));
      return texts.length === 0
        ? all
        : withTexts(all, row, zoneOf(row.adAccountId), Object.fromEntries(texts));
    }, now);
  }
  const takeBack = ({ row }: Pick<CellAt, 'row'>) => {
    const object = shown[row];
    if (object !== undefined) edits.change((now) => without(now, objectKey(object)));
  };
  const count = Object.keys(drafts).length;
  return (
    <section class="edit-rows" aria-label="Edit rows">
      <EditBar
        text={
          asked.cells > 0
            ? `${plural(asked.cells, 'change')} in ${plural(asked.changes.length, 'object')}`
            : 'No changes yet. Type in the cells, or paste a block from a spreadsheet.'
        }
        mayShow={asked.cells > 0 && asked.faults.size === 0 && edits.sent === undefined}
        faults={asked.faults.size}
        count={count}
        onShow={() => setPlanned(asked.changes)}
        onDiscard={() => edits.change(() => ({}))}
        onDone={onDone}
      />
      {!brought.loading && <FindAndReplace columns={columns} sheet={sheet} onChange={type} />}
      {edits.sent !== undefined && planned === undefined && (
        <Unanswered onAgain={() => edits.post()} />
      )}
      <Unsettled
        drafts={drafts}
        onSettle={(key, field, whose) => edits.change((now) => settled(now, key, field, whose))}
        onDiscard={(key) => edits.change((now) => without(now, key))}
      />
      {brought.problems.map(({ account, problem }) => (
        <p key={accountKey(account)} class="bad-text" role="alert">
          {account.name}: {problem.message}
        </p>
      ))}
      {brought.loading ? (
        <Waiting rows={8} />
      ) : (
        <Grid
          sheet={sheet}
          columns={
            new Map(
              columns.map(({ field, width, note }, at) => [
                at,
                { key: field, column: { width, note } },
              ]),
            )
          }
          lists={
            new Map(
              columns.flatMap(({ field }, at) =>
                LISTS[field] === undefined ? [] : [[at, LISTS[field]]],
              ),
            )
          }
          pinned={0}
          faults={remarks.faults}
          warnings={remarks.warnings}
          button={TAKE_BACK}
          closed={(row) => closed[row]}
          changed={(row) => remarks.changed[row]}
          headerOf={(header) => header}
          noteOf={(position) => columns[position]?.note}
          isFixed
          onChange={type}
          onUndo={edits.undo}
          onRedo={edits.redo}
          onButton={(row) => takeBack({ row })}
          onLeave={() => document.querySelector<HTMLElement>('.edit-bar button')?.focus()}
        />
      )}
      <p class="hint">
        An empty cell leaves what is there; CLEAR takes it away. Grey cells cannot be changed here.
        Nothing is sent before you post it.
      </p>
      <EditPlan
        changes={planned}
        timezoneOf={zoneOf}
        onPlanned={edits.learn}
        onPost={edits.post}
        onClose={() => setPlanned(undefined)}
      />
    </section>
  );
}

interface BarProps {
  text: string;
  mayShow: boolean;
  faults: number;
  count: number;
  onShow: () => void;
  onDiscard: () => void;
  onDone: () => void;
}

const EditBar = ({ text, mayShow, faults, count, onShow, onDiscard, onDone }: BarProps) => (
  <section class="bulk edit-bar" aria-label="Your changes">
    <strong role="status">{text}</strong>
    <Button kind="primary" disabled={!mayShow} onClick={onShow}>
      Show changes
    </Button>
    {count > 0 && <Button onClick={onDiscard}>Discard all</Button>}
    {faults > 0 && (
      <span class="bad-text">{plural(faults, 'row')} with a cell that cannot be read</span>
    )}
    <Button kind="quiet" onClick={onDone}>
      {count > 0 ? 'Close, and keep what I typed' : 'Close'}
    </Button>
  </section>
);

const Unanswered = ({ onAgain }: { onAgain: () => Promise<string | undefined> }) => {
  const [problem, setProblem] = useState<string>();
  return (
    <div class="note warn" role="alert">
      <p>
        Changes were sent, and no answer came: they may have been made. Ask again; nothing is done
        twice. {problem}
      </p>
      <Button waits onClick={async () => setProblem(await onAgain())}>
        Ask again
      </Button>
    </div>
  );
};

/**
 * An emptied cell leaves what is there, and says so: cells keep their own text while they are typed
 * in.
 */
function showAgain(
  row: number,
  columns: readonly { readonly field: string }[],
  field: string,
  text: string,
): void {
  const position = columns.findIndex((each) => each.field === field);
  const box = document.querySelector<HTMLInputElement>(`[data-cell="${row + 2} ${position}"]`);
  if (box !== null) box.value = text;
}

const placeOf = ({ account, parent }: Entity): string =>
  [
    account.name,
    account.currency,
    ...(parent !== undefined && parent.name !== '' ? [parent.name] : []),
  ].join(' · ');

const accountsOf = (rows: readonly Entity[]): readonly AdAccount[] => [
  ...new Map(rows.map(({ account }) => [accountKey(account), account])).values(),
];

/** Account by account, always in the same order: rows do not move while somebody types. */
function shownOf(brought: readonly Brought[], rows: readonly Entity[]): readonly Brought[] {
  const wanted = new Set(rows.map(({ account, id }) => `${account.id} ${id}`));
  return brought
    .filter(({ adAccountId, id }) => wanted.has(`${adAccountId} ${id}`))
    .sort((one, other) =>
      one.adAccountId < other.adAccountId ? -1 : one.adAccountId > other.adAccountId ? 1 : 0,
    );
}

function useBrought(
  level: Level,
  { campaign, adset }: EditProps['scope'],
  accounts: readonly AdAccount[],
) {
  const asked = JSON.stringify(['edit', level, campaign, adset, accounts.map(accountKey)]);
  return useReading<Brought>(asked, accounts, async (account, { signal, onRows, onReady }) => {
    const within = {
      ...(campaign !== '' && { campaignId: campaign }),
      ...(adset !== '' && { adSetId: adset }),
    };
    let after: string | null = '';
    while (after !== null) {
      const query = {
        adAccountId: account.id,
        level,
        ...within,
        limit: PAGE,
        ...(after !== '' && { after }),
      };
      const page: Awaited<ReturnType<typeof client.objects.list>> = await client.objects.list(
        query,
        { signal },
      );
      onRows(page.data);
      onReady();
      after = page.paging.after;
    }
  });
}
