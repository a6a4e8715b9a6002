import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A field that opens a list of boxes to tick, and closes when it is left. */
export function Picker({
  label,
  picked,
  children,
}: {
  readonly label: string;
  readonly picked: ComponentChildren;
  readonly children?: ComponentChildren;
}) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // A press on a label moves the focus to the page before it comes to its box: that is no leaving.
    let pressedInside = false;
    const close = (event: Event): void => {
      const inside = event.target instanceof Node && element.current?.contains(event.target) === true;
      if (event.type === 'pointerdown') pressedInside = inside;
      if (event.type === 'focusin' && pressedInside) return;
      if (event.type === 'keydown') pressedInside = false;
      if (element.current && (event instanceof KeyboardEvent ? event.key === 'Escape' : !inside)) element.current.open = false;
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
