import { useState } from 'preact/hooks';
import { typedNumber } from '../../base/typed.ts';
import { plural } from '../../base/words.ts';
import { Input, LineForm, Select } from '../../parts/fields.tsx';
import { Button } from '../../parts/parts.tsx';
import type { Changes } from './changes.ts';
import { CopyDialog } from './copy.tsx';
import type { Entity } from './data.ts';
import { budgetKind } from './steps.ts';
import { budgetOf } from './view.ts';

interface BulkProps {
  rows: readonly Entity[];
  changes: Changes;
  offers: (row: Entity, what: string) => boolean;
  onClear: () => void;
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;

const WAYS = {
  raise: 'Raise budgets by %',
  lower: 'Lower budgets by %',
  set: 'Set budgets to',
} as const;

export function AdsBulk({ rows, changes, offers, onClear }: BulkProps) {
  const [way, setWay] = useState<keyof typeof WAYS>('raise');
  const [text, setText] = useState('20');
  const [isCopying, setCopying] = useState(false);
  const able = (what: string): readonly Entity[] => rows.filter((row) => offers(row, what));
  const amount = typedNumber(text);
  const budgets = able('edit.setBudget').filter((row) => budgetKind(row) !== undefined);
  const isReady =
    text.trim() !== '' &&
    Number.isFinite(amount) &&
    amount > 0 &&
    (way !== 'lower' || amount < 100);
  const amountOf = (row: Entity) => {
    const before = budgetOf(row) ?? 0;
    return way === 'set'
      ? amount
      : rounded(before * (1 + (way === 'raise' ? amount : -amount) / 100));
  };
  return (
    <>
      <section class="bulk" aria-label="Selected rows">
        <strong>{plural(rows.length, 'row')} selected</strong>
        <Button
          disabled={able('edit.setStatus').length === 0}
          onClick={() => changes.setStatus(able('edit.setStatus'), 'PAUSED')}
        >
          Pause
        </Button>
        <Button
          disabled={able('edit.setStatus').length === 0}
          onClick={() => changes.setStatus(able('edit.setStatus'), 'ACTIVE')}
        >
          Switch on
        </Button>
        <Button disabled={able('duplicate').length === 0} onClick={() => setCopying(true)}>
          Copy…
        </Button>
        {budgets.length > 0 && (
          <LineForm
            onSend={() => isReady && changes.setBudget(budgets, amountOf)}
            button="Change budgets"
            disabled={!isReady}
          >
            <Select
              aria-label="What to do with the budgets"
              value={way}
              choices={WAYS}
              onValue={setWay}
            />
            <Input
              aria-label={way === 'set' ? 'Budget' : 'Per cent'}
              inputMode="decimal"
              value={text}
              onValue={setText}
            />
          </LineForm>
        )}
        {budgets.length > 0 && budgets.length < rows.length && (
          <span class="hint">{rows.length - budgets.length} without a budget of their own</span>
        )}
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
      </section>
      <CopyDialog
        rows={able('duplicate')}
        open={isCopying}
        changes={changes}
        onClose={() => setCopying(false)}
      />
    </>
  );
}
