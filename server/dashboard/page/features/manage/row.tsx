import { useState } from 'preact/hooks';
import { isOff, isOn, type State, stateOf } from '../../../../../core/accounts/states.ts';
import { resultWord } from '../../../../../core/report/result-word.ts';
import { asTyped, typedNumber } from '../../base/typed.ts';
import { figure, signed, spoken } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';
import { Badge, type Tone } from '../../parts/parts.tsx';
import { AWAITED, accountKey, type Entity, type Figure, type Figures } from './data.ts';
import { budgetKind } from './steps.ts';
import type { Summary } from './summary.ts';
import { budgetOf, COLUMNS, isCost, LEVEL_WORDS, questionOf, type View } from './view.ts';

type CellProps = { readonly 'data-at': string; readonly tabIndex: number };

interface RowProps extends AdsTableProps {
  row: Entity;
  at: number;
  cell: (row: number, column: number) => CellProps;
}

export function AdsRow(props: RowProps) {
  const { row, at, view, before, chosen, busy, mayChange, offers, cell, onChoose, onSwitch, onOpen } = props;
  const isChosen = chosen.has(row.key);
  const isBusy = busy.has(row.key);
  const [one] = LEVEL_WORDS[row.level];
  const isFixed = isBusy || !mayChange || !(isOn(row) || isOff(row)) || !offers(row, 'edit.setStatus');
  return (
    <tr aria-rowindex={at + 3} aria-selected={isChosen} class={isChosen ? 'chosen' : ''} aria-busy={isBusy}>
      <td>
        <input
          type="checkbox"
          {...cell(at, 0)}
          aria-label={`Select ${row.name}`}
          checked={isChosen}
          onClick={(event) => onChoose(at, event.shiftKey)}
        />
      </td>
      <td>
        <button
          type="button"
          role="switch"
          class="switch"
          {...cell(at, 1)}
          aria-label={`${row.name} is on`}
          aria-checked={isOn(row)}
          // A cell that arrows lead to can have the focus, also where it cannot be used.
          aria-disabled={isFixed}
          onClick={() => isFixed || onSwitch(row, !isOn(row))}
        />
      </td>
      <td class="pinned name">
        {row.level === 'ad' ? (
          <button type="button" class="row-name" dir="auto" title={row.id} {...cell(at, 2)} onClick={() => onOpen(row)}>
            {row.name}
          </button>
        ) : (
          <a class="row-name" dir="auto" title={row.id} {...cell(at, 2)} href={partsOf(row, view)}>
            {row.name}
          </a>
        )}
        <span class="hint" dir="auto">
          {row.account.name} · {props.brandOf(row)}
          {row.parent !== undefined && row.parent.name !== '' && ` · ${row.parent.name}`}
        </span>
      </td>
      <td {...cell(at, 3)}>
        <StateBadge row={row} />
      </td>
      <td class="number">
        <Budget {...props} />
      </td>
      {view.columns.map((name, i) => (
        <td key={name} class="number" {...cell(at, 5 + i)}>
          {shownFigure(row.figures, name, row.account.currency)}
          {name === 'results' && row.figures.resultType !== undefined && !view.compare && (
            <span class="kind hint" title={row.figures.resultType}>
              {resultWord(row.figures.resultType)}
            </span>
          )}
          {view.compare && <Change name={name} now={row.figures} before={before.get(row.key)} />}
        </td>
      ))}
      <td>
        <button
          type="button"
          class="button quiet bare"
          {...cell(at, 5 + view.columns.length)}
          aria-label={`More about the ${one} ${row.name}`}
          title="Rename, copy, history"
          onClick={() => onOpen(row)}
        >
          <Icon name="menu" />
        </button>
      </td>
    </tr>
  );
}

/** Without any value there is no return to speak of. */
export const shownFigure = (figures: Figures, name: Figure, currency: string | undefined): string =>
  figures === AWAITED
    ? '…'
    : figure(name === 'roas' && !figures.conversionValue ? null : figures[name], COLUMNS[name][1], currency);

export function partsOf({ level, id, account }: Entity, view: View): string {
  const within = level === 'campaign' ? { campaign: id, adset: '' } : { campaign: '', adset: id };
  const next = { ...view, ...within, level: level === 'campaign' ? ('adset' as const) : ('ad' as const) };
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

function Budget({ row, at, cell, mayChange, busy, offers, onBudget }: RowProps) {
  const [text, setText] = useState<string>();
  const amount = budgetOf(row);
  if (amount === null)
    return (
      <span class="hint" {...cell(at, 4)}>
        {row.level === 'ad' ? '' : row.level === 'adset' ? 'of the campaign' : 'of its ad sets'}
      </span>
    );
  const shown = figure(amount, 'money', row.account.currency);
  const unit = budgetKind(row) === 'dailyBudget' ? 'a day' : 'in all';
  if (!mayChange || !offers(row, 'edit.setBudget'))
    return (
      <span {...cell(at, 4)}>
        {shown} <span class="hint">{unit}</span>
      </span>
    );
  if (text === undefined)
    return (
      <button
        type="button"
        class="cell-edit"
        {...cell(at, 4)}
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

export function Change({ name, now, before }: { name: Figure; now: Figures; before: Figures | undefined }) {
  const [value, was] = [now[name], before?.[name]];
  if (typeof value !== 'number' || typeof was !== 'number' || was === 0) return <span class="delta hint">–</span>;
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
