import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ApiError } from '../base/api.ts';
import { keepForm, keptForm } from '../base/kept-forms.ts';
import { attempt } from './dialogs.tsx';
import { Button, type ButtonProps, type Children, ProblemNote } from './parts.tsx';

interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
}

export function Field({ label, hint, children }: Children & Labelled) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label class="field">
      <span class="field-label">{label}</span>
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  );
}

interface Bound<T> {
  readonly value: T;
  readonly onValue: (value: T) => void;
}

type InputProps = Omit<ComponentProps<'input'>, 'onInput' | 'label' | 'value'> &
  Bound<string> & { readonly rows?: number; readonly list?: string };

/** A text, in several lines where `rows` says how many. */
export const Input = ({ onValue, rows, ...input }: InputProps) =>
  rows === undefined ? (
    // Its type and its role are checked where it is used.
    <input
      {...(input as ComponentProps<'input'>)}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  ) : (
    <textarea
      {...(input as unknown as ComponentProps<'textarea'>)}
      rows={rows}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  );

export const TextField = ({ label, hint, ...input }: InputProps & Labelled) => (
  <Field label={label} hint={hint}>
    <Input {...input} />
  </Field>
);

type Choices<T extends string> = readonly (readonly [
  value: T,
  words: string,
  ...unused: readonly unknown[],
])[];

interface SelectProps<T extends string> extends Bound<T> {
  choices: Choices<T> | { readonly [V in T]: string };
  none?: string;
  'aria-label'?: string;
  required?: boolean;
  disabled?: boolean;
}

export const Select = <T extends string>({ choices, none, onValue, ...select }: SelectProps<T>) => (
  // The choices are its only values.
  <select {...select} onChange={(event) => onValue(event.currentTarget.value as T)}>
    {none !== undefined && <option value="">{none}</option>}
    {(Array.isArray(choices)
      ? (choices as Choices<T>)
      : Object.entries<string>(choices as { readonly [value: string]: string })
    ).map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </select>
);

export const SelectField = <T extends string>({
  label,
  hint,
  ...select
}: SelectProps<T> & Labelled) => (
  <Field label={label} hint={hint}>
    <Select {...select} />
  </Field>
);

export const named = (
  list: readonly { readonly id: string; readonly name: string }[] = [],
): Choices<string> => list.map(({ id, name }) => [id, name]);

type CheckProps = Children &
  Bound<boolean> & { readonly class?: string; readonly disabled?: boolean };

export const Check = ({
  class: kind = 'check',
  value,
  disabled = false,
  onValue,
  children,
}: CheckProps) => (
  <label class={kind}>
    <input
      type="checkbox"
      checked={value}
      disabled={disabled}
      onChange={(event) => onValue(event.currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);

export const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

interface ChecksProps<T> extends Bound<readonly T[]> {
  choices: readonly (readonly [value: T, words: ComponentChildren])[];
  class?: string;
}

export const Checks = <T extends string>({
  choices,
  value,
  onValue,
  class: kind = '',
}: ChecksProps<T>) => (
  <>
    {choices.map(([each, words]) => (
      <Check
        key={each}
        class={kind}
        value={value.includes(each)}
        onValue={() => onValue(toggled(value, each))}
      >
        {words}
      </Check>
    ))}
  </>
);

/** What was typed before the form was left. */
export interface KeptValues {
  readonly isFound: boolean;
  forget(): void;
  startOver(): void;
}

/**
 * The values of a form. `bind` ties the control of a field to its value. Under a name they survive
 * a closed dialog, a reload and a lost sign-in, until they are sent: not for secrets.
 */
export function useValues<V extends object>(first: V | (() => V), name?: string) {
  const [begun] = useState(first);
  const [found, setFound] = useState(() =>
    name === undefined ? undefined : keptForm(name, begun),
  );
  const [values, setValues] = useState(found ?? begun);
  // Before the next event: Escape right behind a letter takes the form away.
  useLayoutEffect(() => {
    if (name !== undefined) keepForm(name, begun, values);
  }, [name, values]);
  const forget = (): void => {
    if (name !== undefined) keepForm(name, begun, begun);
    setFound(undefined);
  };
  const startOver = (): void => {
    forget();
    setValues(begun);
  };
  const kept: KeptValues = { isFound: found !== undefined, forget, startOver };
  const set = (some: Partial<V>): void => setValues((now) => ({ ...now, ...some }));
  const bind = <N extends keyof V>(name: N): Bound<V[N]> => ({
    value: values[name],
    // A computed name loses its type.
    onValue: (value) => set({ [name]: value } as unknown as Partial<V>),
  });
  return { values, set, bind, kept };
}

interface FormProps<T> {
  class?: string;
  label?: string;
  send: () => Promise<T>;
  onDone?: (answer: T) => void;
  /** What the form is about: why it was refused is shown while this stays the same. */
  about?: string;
  kept?: KeptValues;
  button: ComponentChildren;
  kind?: ButtonProps['kind'];
  disabled?: boolean;
  others?: ComponentChildren;
  children: ComponentChildren;
}

/** Fields that are sent together. What the service refuses is shown above the button. */
export function Form<T>({
  class: name,
  label,
  send,
  onDone,
  about,
  kept,
  button,
  kind = 'primary',
  disabled = false,
  others,
  children,
}: FormProps<T>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => setProblem(undefined), [about]);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const answer = await attempt(send, setProblem);
    setBusy(false);
    if (answer === undefined) return;
    kept?.forget();
    onDone?.(answer);
  };
  return (
    <form class={name} aria-label={label} onSubmit={submit}>
      {kept?.isFound && <FoundNote kept={kept} />}
      {children}
      {button !== undefined && (
        <>
          {problem && <ProblemNote problem={problem} />}
          <div class="dialog-actions">
            {others}
            <Button kind={kind} type="submit" busy={busy} disabled={disabled}>
              {button}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

const FoundNote = ({ kept }: { kept: KeptValues }) => (
  <p class="hint" role="status">
    This is what you typed before.{' '}
    <button type="button" class="link" onClick={kept.startOver}>
      Start over
    </button>
  </p>
);

interface LineFormProps extends Children, Pick<ButtonProps, 'icon' | 'kind' | 'disabled'> {
  class?: string;
  label?: string;
  onSend: () => unknown;
  button: ComponentChildren;
  others?: ComponentChildren;
}

/** Fields in a line with their button. `onSend` shows what goes wrong. */
export function LineForm({
  class: name,
  label,
  onSend,
  button,
  others,
  children,
  ...look
}: LineFormProps) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    await onSend();
    setBusy(false);
  };
  return (
    <form class={name} aria-label={label} onSubmit={submit}>
      {children}
      <Button type="submit" busy={busy} {...look}>
        {button}
      </Button>
      {others}
    </form>
  );
}
