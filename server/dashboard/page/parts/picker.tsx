import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from './fields.tsx';
import type { Children } from './parts.tsx';

/** Opens a list of boxes to tick, and closes when it is left. */
export function Picker({
  label,
  picked,
  children,
}: Children & { label: string; picked: ComponentChildren }) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // A press on a label focuses the page before its box: the picker stays open.
    let pressedInside = false;
    const close = (event: Event) => {
      const inside =
        event.target instanceof Node && element.current?.contains(event.target) === true;
      if (event.type === 'pointerdown') pressedInside = inside;
      if (event.type === 'focusin' && pressedInside) return;
      if (event.type === 'keydown') pressedInside = false;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (!element.current?.open || !(event instanceof KeyboardEvent ? isEscape : !inside)) return;
      element.current.open = false;
      // The list closes, not the dialog around it.
      if (isEscape) event.preventDefault();
    };
    const types = ['pointerdown', 'keydown', 'focusin'] as const;
    for (const type of types) addEventListener(type, close);
    return () => {
      for (const type of types) removeEventListener(type, close);
    };
  }, []);
  return (
    <details class="picker" ref={element}>
      <summary>
        <span class="field-label">{label}</span>
        <span class="picked">{picked}</span>
      </summary>
      <fieldset class="choices">
        <legend class="sr">{label}</legend>
        {children}
      </fieldset>
    </details>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onDay: (day: string) => void;
}

export const DayField = ({ label, onDay, ...input }: DayFieldProps) => (
  <Field label={label}>
    <input
      type="date"
      {...input}
      onChange={(event) => event.currentTarget.value && onDay(event.currentTarget.value)}
    />
  </Field>
);
