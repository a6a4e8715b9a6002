import { guardUnits, type NumericGuard } from '../../../../../core/gate/limits.ts';
import { quietFrom } from '../../../../../core/gate/quiet-hours.ts';
import { guardLabels } from '../../../../../core/gate/words.ts';
import type { Guardrails } from '../../base/api.ts';
import { TextField } from '../../parts/fields.tsx';

/** What was typed, by guard. An empty text sets no limit. */
export type GuardTexts = { readonly [G in NumericGuard]?: string };

const hints: { readonly [unit: string]: string } = {
  percent: 'Above its first budget of the day',
  count: 'Ads',
};

interface GuardFieldsProps {
  names: readonly NumericGuard[];
  currency: string;
  value: GuardTexts;
  placeholders?: { readonly [G in NumericGuard]?: number | undefined };
  onValue: (texts: GuardTexts) => void;
}

export const GuardFields = ({
  names,
  currency,
  value,
  placeholders = {},
  onValue,
}: GuardFieldsProps) => (
  <>
    {names.map((name) => (
      <TextField
        key={name}
        label={guardLabels[name]}
        hint={hints[guardUnits[name]] ?? currency}
        type="number"
        min={name === 'risePercent' ? 0 : 0.01}
        step="any"
        inputMode="decimal"
        value={value[name] ?? ''}
        placeholder={String(placeholders[name] ?? '')}
        onValue={(text) => onValue({ ...value, [name]: text })}
      />
    ))}
  </>
);

export const textsOf = (
  names: readonly NumericGuard[],
  layer: { readonly [G in NumericGuard]?: number | undefined } = {},
): GuardTexts =>
  Object.fromEntries(
    names.flatMap((name) =>
      layer[name] === undefined ? [] : [[name, String(layer[name])] as const],
    ),
  );

export const numbersOf = (
  names: readonly NumericGuard[],
  values: GuardTexts,
): { readonly [G in NumericGuard]?: number } =>
  Object.fromEntries(
    names.flatMap((name) => (values[name]?.trim() ? [[name, Number(values[name])] as const] : [])),
  );

/** What cannot be read as hours is sent as it is, and the service says what is wrong with it. */
export const hoursFrom = (text: string): Guardrails['own']['quietHours'] =>
  text.trim() === '' ? undefined : (quietFrom(text) ?? [{ from: text, to: '00:00' }]);

export const QUIET_HINT = 'Account’s time zone: 22:00-06:00; 00:00-08:00 sat,sun';
