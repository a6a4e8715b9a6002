import { guardUnits, type NumericGuard } from '../../../../../core/gate/limits.ts';
import { quietFrom } from '../../../../../core/gate/quiet-hours.ts';
import { guardLabels } from '../../../../../core/gate/words.ts';
import type { Guardrails } from '../../base/shapes.ts';
import { Field } from '../../parts/parts.tsx';

/** What people typed, by guard. An empty text leaves a limit as it is without. */
export type GuardTexts = { readonly [G in NumericGuard]?: string };

const hints: { readonly [unit: string]: string } = { percent: 'Above its first budget of the day', count: 'Ads' };

/** A field for each of these guards. */
export function GuardFields({
  names,
  currency,
  values,
  placeholders = {},
  disabled = false,
  onChange,
}: {
  readonly names: readonly NumericGuard[];
  readonly currency: string;
  readonly values: GuardTexts;
  readonly placeholders?: { readonly [G in NumericGuard]?: number | undefined };
  readonly disabled?: boolean;
  readonly onChange: (values: GuardTexts) => void;
}) {
  return (
    <>
      {names.map((name) => (
        <Field key={name} label={guardLabels[name]} hint={hints[guardUnits[name]] ?? currency}>
          <input
            type="number"
            min={name === 'risePercent' ? 0 : 0.01}
            step="any"
            inputMode="decimal"
            disabled={disabled}
            value={values[name] ?? ''}
            placeholder={String(placeholders[name] ?? '')}
            onInput={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
          />
        </Field>
      ))}
    </>
  );
}

export const textsOf = (
  names: readonly NumericGuard[],
  layer: { readonly [G in NumericGuard]?: number | undefined } = {},
): GuardTexts =>
  Object.fromEntries(names.flatMap((name) => (layer[name] === undefined ? [] : [[name, String(layer[name])] as const])));

export const numbersOf = (names: readonly NumericGuard[], values: GuardTexts): { readonly [G in NumericGuard]?: number } =>
  Object.fromEntries(names.flatMap((name) => (values[name]?.trim() ? [[name, Number(values[name])] as const] : [])));

/** What was typed as hours; the service says what is wrong with what is not understood here. */
export const hoursFrom = (text: string): Guardrails['own']['quietHours'] =>
  text.trim() === '' ? undefined : (quietFrom(text) ?? [{ from: text, to: '00:00' }]);

export const QUIET_HINT = 'Account’s time zone: 22:00-06:00; 00:00-08:00 sat,sun';
