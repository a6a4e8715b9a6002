import { useState } from 'preact/hooks';
import type { AdAccount } from '../../base/shapes.ts';
import { capital } from '../../base/words.ts';
import { Button, Field } from '../../parts/parts.tsx';
import { Picker } from '../../parts/picker.tsx';
import { COLUMNS, LEVEL_WORDS } from './columns.ts';
import { accountKey, FIGURES, type Figure, LEVELS } from './data.ts';
import { PERIODS, type Period } from './range.ts';
import { STATUSES, type StatusFilter, type View } from './view.ts';

interface ControlsProps {
  readonly view: View;
  readonly change: (some: Partial<View>) => void;
  readonly accounts: readonly AdAccount[];
}

/** Levels as tabs, of which what is shown is a part when something was opened. */
export function LevelTabs({ view, change }: Omit<ControlsProps, 'accounts'>) {
  return (
    <fieldset class="levels">
      <legend class="sr">Level</legend>
      {LEVELS.map((level) => (
        <label key={level} class={view.level === level ? 'on' : ''}>
          <input
            type="radio"
            name="level"
            checked={view.level === level}
            onChange={() =>
              change({ level, ...(level === 'campaign' && { campaign: '', adset: '' }), ...(level === 'adset' && { adset: '' }) })
            }
          />
          {capital(LEVEL_WORDS[level][1])}
        </label>
      ))}
    </fieldset>
  );
}

/** Which accounts, days, states and words; which columns. */
export function AdsControls({ view, change, accounts }: ControlsProps) {
  const names = accounts.filter((account) => view.accounts.includes(accountKey(account))).map(({ name }) => name);
  const toggled = <T extends string>(list: readonly T[], item: T): readonly T[] =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
  return (
    <section class="controls ads-controls" aria-label="What to show">
      <Field label="Search">
        <input
          type="search"
          value={view.search}
          placeholder="Name or id"
          onInput={(event) => change({ search: event.currentTarget.value })}
        />
      </Field>
      <Picker label="Accounts" picked={names.length === 0 ? 'All' : names.length === 1 ? names[0] : `${names.length} accounts`}>
        {accounts.map((account) => (
          <label key={accountKey(account)}>
            <input
              type="checkbox"
              checked={view.accounts.includes(accountKey(account))}
              onChange={() => change({ accounts: toggled(view.accounts, accountKey(account)), campaign: '', adset: '' })}
            />
            <span dir="auto">
              {account.name} <span class="hint">{account.currency}</span>
            </span>
          </label>
        ))}
      </Picker>
      <Field label="Status">
        <select value={view.status} onChange={(event) => change({ status: event.currentTarget.value as StatusFilter })}>
          {Object.entries(STATUSES).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Period">
        <select value={view.period} onChange={(event) => change({ period: event.currentTarget.value as Period })}>
          {Object.entries(PERIODS).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      {view.period === 'days' && (
        <>
          <Field label="From">
            <input
              type="date"
              value={view.from}
              max={view.to}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
          </Field>
          <Field label="To">
            <input type="date" value={view.to} min={view.from} onChange={(event) => change({ to: event.currentTarget.value })} />
          </Field>
        </>
      )}
      <Picker label="Columns" picked={`${view.columns.length} figures`}>
        {FIGURES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={view.columns.includes(name)}
              onChange={() => change({ columns: FIGURES.filter((each) => toggled(view.columns, name).includes(each)) })}
            />
            {COLUMNS[name][0]}
          </label>
        ))}
      </Picker>
    </section>
  );
}

export const Compare = ({ view, change }: Omit<ControlsProps, 'accounts'>) => (
  <label class="check">
    <input type="checkbox" checked={view.compare} onChange={(event) => change({ compare: event.currentTarget.checked })} />
    Compare with the days before
  </label>
);

/** Conditions on figures: `spend > 100`. */
export function Conditions({ view, change }: Omit<ControlsProps, 'accounts'>) {
  const [isAdding, setAdding] = useState(false);
  const [figure, setFigure] = useState<Figure>('spend');
  const [is, setIs] = useState<'>' | '<'>('>');
  const [value, setValue] = useState('');
  const amount = Number(value.replace(',', '.'));
  const isReady = value.trim() !== '' && Number.isFinite(amount) && amount >= 0;
  return (
    <>
      {view.where.map((each, i) => (
        <span key={i} class="chip">
          {COLUMNS[each.figure][0]} {each.is === '>' ? 'above' : 'below'} {each.value}
          <Button
            kind="quiet"
            icon="close"
            label={`Remove the condition on ${COLUMNS[each.figure][0]}`}
            onClick={() => change({ where: view.where.filter((_, at) => at !== i) })}
          />
        </span>
      ))}
      {isAdding ? (
        <form
          class="conditions"
          aria-label="Condition"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isReady) return;
            change({ where: [...view.where, { figure, is, value: amount }] });
            setValue('');
            setAdding(false);
          }}
        >
          <select
            aria-label="Figure"
            value={figure}
            onChange={(event) => setFigure(FIGURES.find((each) => each === event.currentTarget.value) ?? 'spend')}
          >
            {FIGURES.map((name) => (
              <option key={name} value={name}>
                {COLUMNS[name][0]}
              </option>
            ))}
          </select>
          <select
            aria-label="Above or below"
            value={is}
            onChange={(event) => setIs(event.currentTarget.value === '<' ? '<' : '>')}
          >
            <option value=">">above</option>
            <option value="<">below</option>
          </select>
          <input aria-label="Amount" inputMode="decimal" value={value} onInput={(event) => setValue(event.currentTarget.value)} />
          <Button type="submit" disabled={!isReady}>
            Add
          </Button>
        </form>
      ) : (
        <Button kind="quiet" icon="plus" onClick={() => setAdding(true)}>
          Condition
        </Button>
      )}
    </>
  );
}
