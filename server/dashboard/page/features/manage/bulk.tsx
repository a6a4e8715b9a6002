import { useState } from 'preact/hooks';
import { typedNumber } from '../../base/typed.ts';
import { plural } from '../../base/words.ts';
import { Input, LineForm, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Changes } from './changes.ts';
import { accountKey, type Entity } from './data.ts';
import { usePlaces } from './object.tsx';
import { budgetKind } from './steps.ts';
import { budgetOf } from './view.ts';

interface BulkProps {
  rows: readonly Entity[];
  changes: Changes;
  offers: (row: Entity, what: string) => boolean;
  onClear: () => void;
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;

const WAYS = { raise: 'Raise budgets by %', lower: 'Lower budgets by %', set: 'Set budgets to' } as const;

export function AdsBulk({ rows, changes, offers, onClear }: BulkProps) {
  const [way, setWay] = useState<keyof typeof WAYS>('raise');
  const [text, setText] = useState('20');
  const able = (what: string): readonly Entity[] => rows.filter((row) => offers(row, what));
  const amount = typedNumber(text);
  const budgets = able('edit.setBudget').filter((row) => budgetKind(row) !== undefined);
  const isReady = text.trim() !== '' && Number.isFinite(amount) && amount > 0 && (way !== 'lower' || amount < 100);
  const amountOf = (row: Entity) => {
    const before = budgetOf(row) ?? 0;
    return way === 'set' ? amount : rounded(before * (1 + (way === 'raise' ? amount : -amount) / 100));
  };
  return (
    <section class="bulk" aria-label="Selected rows">
      <strong>{plural(rows.length, 'row')} selected</strong>
      <Button disabled={able('edit.setStatus').length === 0} onClick={() => changes.setStatus(able('edit.setStatus'), 'PAUSED')}>
        Pause
      </Button>
      <Button disabled={able('edit.setStatus').length === 0} onClick={() => changes.setStatus(able('edit.setStatus'), 'ACTIVE')}>
        Switch on
      </Button>
      <Button
        disabled={able('duplicate').length === 0}
        onClick={() => changes.duplicate(able('duplicate'), { copies: 1, status: 'PAUSED' })}
      >
        Copy
      </Button>
      <CopyInto rows={able('duplicate')} changes={changes} />
      {budgets.length > 0 && (
        <LineForm onSend={() => isReady && changes.setBudget(budgets, amountOf)} button="Change budgets" disabled={!isReady}>
          <Select aria-label="What to do with the budgets" value={way} choices={WAYS} onValue={setWay} />
          <Input aria-label={way === 'set' ? 'Budget' : 'Per cent'} inputMode="decimal" value={text} onValue={setText} />
        </LineForm>
      )}
      {budgets.length > 0 && budgets.length < rows.length && (
        <span class="hint">{rows.length - budgets.length} without a budget of their own</span>
      )}
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

/** Into another campaign or ad set of the same account. */
function CopyInto({ rows, changes }: Pick<BulkProps, 'rows' | 'changes'>) {
  const [first] = rows;
  const isOne = first !== undefined && rows.every(({ account }) => accountKey(account) === accountKey(first.account));
  return isOne && first.level !== 'campaign' ? <Places first={first} rows={rows} changes={changes} /> : null;
}

function Places({ first, rows, changes }: Pick<BulkProps, 'rows' | 'changes'> & { first: Entity }) {
  const [into, setInto] = useState('');
  const places = usePlaces(first);
  const what = first.level === 'adset' ? 'campaign' : 'ad set';
  return (
    <LineForm
      onSend={() =>
        changes.duplicate(rows, { copies: 1, status: 'PAUSED', into, intoName: places.find(([id]) => id === into)?.[1] ?? into })
      }
      button={`Copy into this ${what}`}
      disabled={into === ''}
    >
      <Select aria-label={`Copy into ${what}`} value={into} none={`Another ${what}…`} choices={places} onValue={setInto} />
    </LineForm>
  );
}
