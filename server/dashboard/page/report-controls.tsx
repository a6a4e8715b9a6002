import { useEffect, useRef } from 'preact/hooks';
import { Field } from './parts.tsx';
import { type Choice, GROUPS } from './report-query.ts';
import type { AdAccount } from './shapes.ts';
import { dayBefore } from './words.ts';

/** Which accounts, which days, by what. */
export function Controls({
  choice,
  change,
  accounts,
}: {
  readonly choice: Choice;
  readonly change: (some: Partial<Choice>) => void;
  readonly accounts: readonly AdAccount[];
}) {
  const toggle = (id: string): void =>
    change({ accounts: choice.accounts.includes(id) ? choice.accounts.filter((each) => each !== id) : [...choice.accounts, id] });
  const names = accounts.filter(({ id }) => choice.accounts.includes(id)).map(({ name }) => name);
  // Yesterday ended when it ended where the account is.
  const zone = accounts.find(({ id }) => choice.accounts.includes(id))?.timezone;
  const before = (days: number): string => dayBefore(days, zone);
  const picker = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // A press on a label moves the focus to the page before it comes to its box: that is no leaving.
    let pressedInside = false;
    const close = (event: Event): void => {
      const inside = event.target instanceof Node && picker.current?.contains(event.target) === true;
      if (event.type === 'pointerdown') pressedInside = inside;
      if (event.type === 'focusin' && pressedInside) return;
      if (event.type === 'keydown') pressedInside = false;
      if (picker.current && (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside)) picker.current.open = false;
    };
    const types = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const type of types) addEventListener(type, close);
    return () => {
      for (const type of types) removeEventListener(type, close);
    };
  }, []);
  return (
    <section class="controls" aria-label="What to show">
      <details class="picker" ref={picker}>
        <summary>
          <span class="field-label">Accounts</span>
          <span class="picked">{names.length === 0 ? 'None' : names.length === 1 ? names[0] : `${names.length} accounts`}</span>
        </summary>
        <fieldset class="choices">
          <legend class="sr">Accounts</legend>
          {accounts.map(({ id, name, currency }) => (
            <label key={id}>
              <input type="checkbox" checked={choice.accounts.includes(id)} onChange={() => toggle(id)} />
              <span>
                {name} <span class="hint">{currency}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </details>
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
      <Field label="By">
        <select value={choice.by} onChange={(event) => change({ by: event.currentTarget.value })}>
          {GROUPS.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </Field>
    </section>
  );
}
