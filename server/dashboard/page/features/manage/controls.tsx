import { useState } from 'preact/hooks';
import type { AdAccount } from '../../base/api.ts';
import { useAccountMarks } from '../../base/platforms.ts';
import { typedNumber } from '../../base/typed.ts';
import { capital } from '../../base/words.ts';
import {
  Check,
  Checks,
  Input,
  LineForm,
  Select,
  SelectField,
  TextField,
  useValues,
} from '../../parts/fields.tsx';
import { Button, Segments } from '../../parts/parts.tsx';
import { DayField, Picker } from '../../parts/picker.tsx';
import { accountKey, FIGURES, type Figure, LEVELS } from './data.ts';
import { PERIODS } from './range.ts';
import { COLUMNS, LEVEL_WORDS, STATUSES, type View, whereWords } from './view.ts';

interface ControlsProps {
  view: View;
  change: (some: Partial<View>) => void;
  accounts: readonly AdAccount[];
}

export function LevelTabs({ view, change }: Omit<ControlsProps, 'accounts'>) {
  return (
    <Segments
      class="levels"
      label="Level"
      name="level"
      value={view.level}
      choices={LEVELS.map((level) => [level, capital(LEVEL_WORDS[level][1])])}
      onValue={(level) =>
        change({
          level,
          ...(level === 'campaign' && { campaign: '', adset: '' }),
          ...(level === 'adset' && { adset: '' }),
        })
      }
    />
  );
}

export function AdsControls({ view, change, accounts }: ControlsProps) {
  const marks = useAccountMarks();
  const names = accounts
    .filter((account) => view.accounts.includes(accountKey(account)))
    .map(({ name }) => name);
  return (
    <section class="controls ads-controls" aria-label="What to show">
      <TextField
        label="Search"
        type="search"
        value={view.search}
        placeholder="Name or id"
        onValue={(search) => change({ search })}
      />
      <Picker
        label="Accounts"
        picked={
          names.length === 0
            ? 'All accounts'
            : names.length === 1
              ? names[0]
              : `${names.length} accounts`
        }
      >
        <Checks
          value={view.accounts}
          onValue={(chosen) => change({ accounts: chosen, campaign: '', adset: '' })}
          choices={accounts.map((account) => [
            accountKey(account),
            <>
              <bdi>{account.name}</bdi> <span class="hint">{marks(account)}</span>
            </>,
          ])}
        />
      </Picker>
      <SelectField
        label="Status"
        value={view.status}
        choices={STATUSES}
        onValue={(status) => change({ status })}
      />
      <SelectField
        label="Period"
        value={view.period}
        choices={PERIODS}
        onValue={(period) => change({ period })}
      />
      {view.period === 'days' && (
        <>
          <DayField
            label="From"
            value={view.from}
            max={view.to}
            onDay={(from) => change({ from })}
          />
          <DayField label="To" value={view.to} min={view.from} onDay={(to) => change({ to })} />
        </>
      )}
      <Picker label="Columns" picked={`${view.columns.length} figures`}>
        <Checks
          value={view.columns}
          onValue={(columns) =>
            change({ columns: FIGURES.filter((each) => columns.includes(each)) })
          }
          choices={FIGURES.map((name) => [name, COLUMNS[name][0]])}
        />
      </Picker>
    </section>
  );
}

export const Compare = ({ view, change }: Omit<ControlsProps, 'accounts'>) => (
  <Check value={view.compare} onValue={(compare) => change({ compare })}>
    Compare with the days before
  </Check>
);

export function Conditions({ view, change, accounts }: ControlsProps) {
  const [isAdding, setAdding] = useState(false);
  const { values, set, bind } = useValues({
    figure: 'spend' as Figure,
    is: '>' as '>' | '<',
    value: '',
    currency: '',
  });
  const { figure, is, value } = values;
  const chosen = accounts.filter(
    (account) => view.accounts.length === 0 || view.accounts.includes(accountKey(account)),
  );
  const currencies = [...new Set(chosen.map(({ currency }) => currency))];
  const isMoney = COLUMNS[figure][1] === 'money';
  const currency = isMoney ? values.currency || currencies[0] : undefined;
  const amount = typedNumber(value);
  const isReady = value.trim() !== '' && Number.isFinite(amount) && amount >= 0;
  return (
    <>
      {view.where.map((each, i) => (
        <span key={i} class="chip">
          {whereWords(each)}
          <Button
            kind="quiet"
            icon="close"
            label={`Remove the condition on ${COLUMNS[each.figure][0]}`}
            onClick={() => change({ where: view.where.filter((_, at) => at !== i) })}
          />
        </span>
      ))}
      {isAdding ? (
        <LineForm
          class="conditions"
          label="Condition"
          onSend={() => {
            if (!isReady) return;
            change({
              where: [...view.where, { figure, is, value: amount, ...(currency && { currency }) }],
            });
            set({ value: '' });
            setAdding(false);
          }}
          button="Add"
          disabled={!isReady}
        >
          <Select
            aria-label="Figure"
            choices={FIGURES.map((name) => [name, COLUMNS[name][0]])}
            {...bind('figure')}
          />
          <Select
            aria-label="Above or below"
            choices={{ '>': 'above', '<': 'below' }}
            {...bind('is')}
          />
          <Input aria-label="Amount" inputMode="decimal" {...bind('value')} />
          {isMoney && currencies.length > 1 && (
            <Select
              aria-label="Currency"
              choices={currencies.map((each) => [each, each])}
              {...bind('currency')}
            />
          )}
        </LineForm>
      ) : (
        <Button kind="quiet" icon="plus" onClick={() => setAdding(true)}>
          Condition
        </Button>
      )}
    </>
  );
}
