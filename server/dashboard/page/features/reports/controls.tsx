import { useEffect, useState } from 'preact/hooks';
import type { AdAccount } from '../../base/shapes.ts';
import { dayBefore, plural } from '../../base/words.ts';
import { Field, TextField } from '../../parts/parts.tsx';
import { Picker } from '../../parts/picker.tsx';
import { type Choice, COMPARISONS, type GROUPS, LABELS, METRICS, type PARTS } from './query.ts';

interface ControlsProps {
  readonly choice: Choice;
  readonly change: (some: Partial<Choice>) => void;
  readonly accounts: readonly AdAccount[];
  /** What every platform of the accounts tells. */
  readonly groups: typeof GROUPS;
  readonly parts: typeof PARTS;
  /** Attribution windows that every platform of the accounts takes. */
  readonly windows: readonly string[];
}

const toggled = (list: readonly string[], item: string): string[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

/** Which accounts, which days, by what, and compared with what. */
export function Controls({ choice, change, accounts, groups, parts, windows }: ControlsProps) {
  const names = accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ name }) => name);
  return (
    <section class="controls" aria-label="What to show">
      <Picker
        label="Accounts"
        picked={names.length === 0 ? 'None' : names.length === 1 ? (names[0] ?? '') : plural(names.length, 'account')}
      >
        {accounts.map(({ id, name, currency }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={choice.accounts.includes(id)}
              onChange={() => change({ accounts: toggled(choice.accounts, id) })}
            />
            <span>
              {name} <span class="hint">{currency}</span>
            </span>
          </label>
        ))}
      </Picker>
      <Days choice={choice} change={change} zone={accounts.find(({ id }) => choice.accounts.includes(id))?.timezone} />
      <Choose label="By" value={choice.by} onChange={(by) => change({ by })} options={groups} />
      <Choose
        label="Then by"
        value={choice.second}
        onChange={(second) => change({ second })}
        options={[['', 'Nothing else'], ...groups.filter(([key]) => key !== choice.by)]}
      />
      <Choose
        label="Divided by"
        value={choice.part}
        onChange={(part) => change({ part })}
        options={[['', 'Nothing'], ...parts]}
      />
      <Choose
        label="Compare with"
        value={choice.compare}
        onChange={(compare) => change({ compare })}
        options={[['', 'Nothing'], ...COMPARISONS]}
      />
      <Choose
        label="Conversions within"
        value={choice.window}
        onChange={(window) => change({ window })}
        options={[['', 'What ad sets count'], ...windows.map((window) => [window, windowWords(window)] as const)]}
      />
      <Picker label="Columns" picked={plural(choice.metrics.length, 'column')}>
        {METRICS.map((metric) => (
          <label key={metric}>
            <input
              type="checkbox"
              checked={choice.metrics.includes(metric)}
              // The last one stays: a report shows something.
              disabled={choice.metrics.length === 1 && choice.metrics.includes(metric)}
              onChange={() => change({ metrics: METRICS.filter((each) => toggled(choice.metrics, metric).includes(each)) })}
            />
            <span>{LABELS[metric]}</span>
          </label>
        ))}
      </Picker>
      <Search value={choice.search} onChange={(search) => change({ search })} />
    </section>
  );
}

/** `7d_click,1d_view` as people say it. */
const windowWords = (window: string): string =>
  window
    .split(',')
    .map((part) => part.replace(/^(\d+)d_/, (_, days) => `${days} day${days === '1' ? '' : 's'} after a `))
    .join(', ');

function Days({ choice, change, zone }: Pick<ControlsProps, 'choice' | 'change'> & { readonly zone: string | undefined }) {
  // Yesterday ended when it ended where the account is.
  const before = (days: number): string => dayBefore(days, zone);
  return (
    <>
      <Field label="Period">
        <select
          value={choice.to === before(1) ? (['7', '14', '30', '60'].find((n) => choice.from === before(Number(n))) ?? '') : ''}
          onChange={(event) =>
            event.currentTarget.value && change({ from: before(Number(event.currentTarget.value)), to: before(1) })
          }
        >
          <option value="7">Last 7 days</option>
          <option value="14">Last 14 days</option>
          <option value="30">Last 30 days</option>
          <option value="60">Last 60 days</option>
          <option value="">Chosen days</option>
        </select>
      </Field>
      <Field label="From">
        <input
          type="date"
          value={choice.from}
          max={choice.to}
          onChange={(event) => event.currentTarget.value && change({ from: event.currentTarget.value })}
        />
      </Field>
      <Field label="To">
        <input
          type="date"
          value={choice.to}
          min={choice.from}
          onChange={(event) => event.currentTarget.value && change({ to: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [key: string, label: string, ...unused: readonly string[]])[];
  readonly onChange: (value: string) => void;
}

const Choose = ({ label, value, options, onChange }: ChooseProps) => (
  <Field label={label}>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </Field>
);

/** Asks a moment after the last letter, and at once by Enter or when the field is left. */
const PAUSE = 400;

function Search({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label="Name holds"
      type="search"
      value={text}
      maxLength={200}
      placeholder="Any name"
      onChange={() => text !== value && onChange(text)}
      onText={setText}
    />
  );
}
