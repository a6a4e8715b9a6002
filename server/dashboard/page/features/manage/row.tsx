import { useState } from 'preact/hooks';
import { isOff, isOn, type State, stateOf } from '../../../../../core/accounts/states.ts';
import { resultWord } from '../../../../../core/report/result-word.ts';
import { asTyped, typedNumber } from '../../base/typed.ts';
import { figure, signed, spoken } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Badge, type Tone } from '../../parts/parts.tsx';
import type { Column } from './columns.ts';
import { AWAITED, accountKey, type Entity, type Figure, type Figures } from './data.ts';
import { budgetKind } from './steps.ts';
import type { Summary } from './summary.ts';
import { budgetOf, COLUMNS, isCost, LEVEL_WORDS, questionOf, type View } from './view.ts';

type CellProps = { readonly 'data-at': string; readonly tabIndex: number };

interface RowProps extends AdsTableProps {
  columns: readonly Column[];
  row: Entity;
  at: number;
  cell: (row: number, column: number) => CellProps;
}

export function AdsRow(props: RowProps) {
  const { row, at, columns, chosen, busy, cell } = props;
  const isChosen = chosen.has(row.key);
  return (
    <tr
      aria-rowindex={at + 3}
      aria-selected={isChosen}
      class={isChosen ? 'chosen' : ''}
      aria-busy={busy.has(row.key)}
    >
      {columns.map((column, i) => (
        <RowCell key={column} {...props} column={column} own={cell(at, i)} />
      ))}
    </tr>
  );
}

function RowCell(props: RowProps & { column: Column; own: CellProps }) {
  const {
    row,
    at,
    column,
    own,
    view,
    before,
    chosen,
    busy,
    mayChange,
    offers,
    onChoose,
    onSwitch,
    onOpen,
  } = props;
  const [one] = LEVEL_WORDS[row.level];
  switch (column) {
    case 'box':
      return (
        <td>
          <input
            type="checkbox"
            {...own}
            aria-label={`Select ${row.name}`}
            checked={chosen.has(row.key)}
            onClick={(event) => onChoose(at, event.shiftKey)}
          />
        </td>
      );
    case 'switch': {
      const isFixed =
        busy.has(row.key) ||
        !mayChange ||
        !(isOn(row) || isOff(row)) ||
        !offers(row, 'edit.setStatus');
      return (
        <td>
          <button
            type="button"
            role="switch"
            class="switch"
            {...own}
            aria-label={`${row.name} is on`}
            aria-checked={isOn(row)}
            // A cell that arrows lead to can have the focus, also where it cannot be used.
            aria-disabled={isFixed}
            onClick={() => isFixed || onSwitch(row, !isOn(row))}
          />
        </td>
      );
    }
    case 'name': {
      const what = {
        class: 'row-name',
        dir: 'auto' as const,
        title: `${row.name} (${row.id})`,
        ...own,
      };
      return (
        <td class="pinned name">
          {row.level === 'ad' ? (
            <button type="button" {...what} onClick={() => onOpen(row)}>
              {row.name}
            </button>
          ) : (
            <a {...what} href={partsOf(row, view)}>
              {row.name}
            </a>
          )}
          <span class="hint" dir="auto">
            {row.account.name} · {props.brandOf(row)}
            {row.parent !== undefined && row.parent.name !== '' && ` · ${row.parent.name}`}
          </span>
        </td>
      );
    }
    case 'state':
      return (
        <td {...own}>
          <StateBadge row={row} />
        </td>
      );
    case 'budget':
      return (
        <td class="number">
          <Budget {...props} />
        </td>
      );
    case 'more':
      return (
        <td>
          <button
            type="button"
            class="button quiet bare"
            {...own}
            aria-label={`More about the ${one} ${row.name}`}
            title="Rename, copy, history"
            onClick={() => onOpen(row)}
          >
            <Icon name="menu" />
          </button>
        </td>
      );
    default:
      return (
        <td class="number" {...own}>
          {shownFigure(row.figures, column, row.account.currency)}
          {column === 'results' && row.figures.resultType !== undefined && !view.compare && (
            <span class="kind hint" title={row.figures.resultType}>
              {resultWord(row.figures.resultType)}
            </span>
          )}
          {view.compare && <Change name={column} now={row.figures} before={before.get(row.key)} />}
        </td>
      );
  }
}

/** Without any value there is no return to speak of. */
export const shownFigure = (
  figures: Figures,
  name: Figure,
  currency: string | undefined,
): string =>
  figures === AWAITED
    ? '…'
    : figure(
        name === 'roas' && !figures.conversionValue ? null : figures[name],
        COLUMNS[name][1],
        currency,
      );

export function partsOf({ level, id, account }: Entity, view: View): string {
  const within = level === 'campaign' ? { campaign: id, adset: '' } : { campaign: '', adset: id };
  const next = {
    ...view,
    ...within,
    level: level === 'campaign' ? ('adset' as const) : ('ad' as const),
  };
  return `#/ads?${questionOf({ ...next, accounts: [accountKey(account)], batch: '', search: '', where: [] })}`;
}

const TONES: { readonly [S in State]: Tone } = {
  On: 'good',
  'Not delivering': 'warn',
  'In review': 'warn',
  Rejected: 'bad',
  Off: 'calm',
  Ended: 'calm',
};

function StateBadge({ row }: { row: Entity }) {
  const state = stateOf(row);
  if (state === undefined) return <span class="hint">Not known</span>;
  return (
    <span title={`In the words of the platform: ${spoken(row.effectiveStatus || row.status)}`}>
      <Badge tone={TONES[state]}>{state}</Badge>
    </span>
  );
}

function Budget({ row, own, mayChange, busy, offers, onBudget }: RowProps & { own: CellProps }) {
  const [text, setText] = useState<string>();
  const amount = budgetOf(row);
  if (amount === null)
    return (
      <span class="hint" {...own}>
        {row.level === 'adset' ? 'of the campaign' : 'of its ad sets'}
      </span>
    );
  const shown = figure(amount, 'money', row.account.currency);
  const unit = budgetKind(row) === 'dailyBudget' ? 'a day' : 'in all';
  if (!mayChange || !offers(row, 'edit.setBudget'))
    return (
      <span {...own}>
        {shown} <span class="hint">{unit}</span>
      </span>
    );
  if (text === undefined)
    return (
      <button
        type="button"
        class="cell-edit"
        {...own}
        aria-disabled={busy.has(row.key)}
        title="Change the budget"
        onClick={() => busy.has(row.key) || setText(asTyped(amount))}
      >
        {shown}
        <span class="hint">{unit}</span>
      </button>
    );
  const commit = () => {
    setText(undefined);
    const wanted = typedNumber(text);
    if (Number.isFinite(wanted) && wanted > 0 && wanted !== amount) onBudget(row, wanted);
  };
  return (
    <input
      class="cell-field"
      inputMode="decimal"
      aria-label={`Budget of ${row.name}, ${row.account.currency} ${unit}`}
      value={text}
      ref={(element) => {
        if (element !== null && document.activeElement !== element) element.select();
      }}
      onInput={(event) => setText(event.currentTarget.value)}
      onBlur={() => setText(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(undefined);
      }}
    />
  );
}

export function Change({
  name,
  now,
  before,
}: {
  name: Figure;
  now: Figures;
  before: Figures | undefined;
}) {
  const [value, was] = [now[name], before?.[name]];
  if (typeof value !== 'number' || typeof was !== 'number' || was === 0)
    return <span class="delta hint">–</span>;
  const percent = Math.round((value / was - 1) * 100);
  const isBetter = isCost(name) ? percent < 0 : percent > 0;
  const tone = percent === 0 || name === 'spend' ? ' hint' : isBetter ? ' good-text' : ' bad-text';
  return <span class={`delta${tone}`}>{signed(percent)}</span>;
}

export interface AdsTableProps {
  view: View;
  rows: readonly Entity[];
  summary: Summary;
  before: ReadonlyMap<string, Figures>;
  chosen: ReadonlySet<string>;
  busy: ReadonlySet<string>;
  mayChange: boolean;
  /** What the platform of a row offers: `edit.setBudget`. */
  offers: (row: Entity, what: string) => boolean;
  brandOf: (row: Entity) => string;
  onSort: (sort: View['sort']) => void;
  /** `through`: everything since the last choice. */
  onChoose: (row: number, through: boolean) => void;
  onChooseAll: (isChosen: boolean) => void;
  onSwitch: (row: Entity, isOn: boolean) => void;
  onBudget: (row: Entity, amount: number) => void;
  onOpen: (row: Entity) => void;
}
