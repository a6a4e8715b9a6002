import { useEffect, useState } from 'preact/hooks';
import type { AdAccount } from '../../base/api.ts';
import { useAccountMarks } from '../../base/platforms.ts';
import { plural } from '../../base/words.ts';
import { Check, Checks, SelectField, TextField, toggled } from '../../parts/fields.tsx';
import { DayField, Picker } from '../../parts/picker.tsx';
import {
  type Choice,
  COMPARISONS,
  daysIn,
  type GROUPS,
  LABELS,
  METRICS,
  type PARTS,
  PERIODS,
  periodOf,
} from './query.ts';

interface ControlsProps {
  choice: Choice;
  change: (some: Partial<Choice>) => void;
  accounts: readonly AdAccount[];
  groups: typeof GROUPS;
  parts: typeof PARTS;
  windows: readonly string[];
}

export function Controls({ choice, change, accounts, groups, parts, windows }: ControlsProps) {
  const marks = useAccountMarks();
  const names = accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ name }) => name);
  const bind = (name: 'by' | 'second' | 'part' | 'compare' | 'window') => ({
    value: choice[name],
    onValue: (value: string) => change({ [name]: value }),
  });
  return (
    <section class="controls" aria-label="What to show">
      <Picker
        label="Accounts"
        picked={
          names.length === 0
            ? 'None'
            : names.length === 1
              ? (names[0] ?? '')
              : plural(names.length, 'account')
        }
      >
        <Checks
          value={choice.accounts}
          onValue={(ids) => change({ accounts: ids })}
          choices={accounts.map((account) => [
            account.id,
            <>
              {account.name} <span class="hint">{marks(account)}</span>
            </>,
          ])}
        />
      </Picker>
      <Days
        choice={choice}
        change={change}
        zone={accounts.find(({ id }) => choice.accounts.includes(id))?.timezone}
      />
      <SelectField label="By" choices={groups} {...bind('by')} />
      <SelectField
        label="Then by"
        none="Nothing else"
        choices={groups.filter(([key]) => key !== choice.by)}
        {...bind('second')}
      />
      <SelectField label="Breakdown" none="Nothing" choices={parts} {...bind('part')} />
      <SelectField<string>
        label="Compare with"
        none="Nothing"
        choices={COMPARISONS}
        {...bind('compare')}
      />
      <SelectField
        label="Attribution"
        none="As set in the ad set"
        choices={windows.map((window) => [window, windowWords(window)])}
        {...bind('window')}
      />
      <Picker label="Columns" picked={plural(choice.metrics.length, 'column')}>
        {METRICS.map((metric) => (
          <Check
            key={metric}
            class=""
            value={choice.metrics.includes(metric)}
            disabled={choice.metrics.length === 1 && choice.metrics.includes(metric)}
            onValue={() =>
              change({
                metrics: METRICS.filter((each) => toggled(choice.metrics, metric).includes(each)),
              })
            }
          >
            {LABELS[metric]}
          </Check>
        ))}
      </Picker>
      <Search value={choice.search} onChange={(search) => change({ search })} />
    </section>
  );
}

const windowWords = (window: string): string =>
  window
    .split(',')
    .map((part) =>
      part.replace(/^(\d+)d_/, (_, days) => `${days} day${days === '1' ? '' : 's'} after a `),
    )
    .join(', ');

function Days({
  choice,
  change,
  zone,
}: Pick<ControlsProps, 'choice' | 'change'> & { zone: string | undefined }) {
  return (
    <>
      <SelectField<keyof typeof PERIODS | ''>
        label="Period"
        value={periodOf(choice, zone) ?? ''}
        choices={{ ...PERIODS, '': 'Chosen days' }}
        onValue={(period) => period !== '' && change(daysIn(period, zone))}
      />
      <DayField
        label="From"
        value={choice.from}
        max={choice.to}
        onDay={(from) => change({ from })}
      />
      <DayField label="To" value={choice.to} min={choice.from} onDay={(to) => change({ to })} />
    </>
  );
}

/** Sends the text after a pause, at once by Enter or when the field is left. */
const PAUSE = 400;

function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextField
      label="Name contains"
      type="search"
      value={text}
      maxLength={200}
      placeholder="Any name"
      onChange={() => text !== value && onChange(text)}
      onValue={setText}
    />
  );
}
