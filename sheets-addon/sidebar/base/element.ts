type Child = Node | string | number | false | null | undefined;
type Attributes = { readonly [name: string]: unknown };

/** Makes an element. `on…` are listeners, names with a dash attributes, the rest properties. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.includes('-')) element.setAttribute(name, String(value));
    // The names are those of the element's own properties.
    else (element as unknown as { [property: string]: unknown })[name] = value;
  }
  for (const child of children.flat())
    if (child !== false && child !== null && child !== undefined)
      element.append(child as Node | string);
  return element;
}

export const div = (className: string, ...children: (Child | readonly Child[])[]): HTMLDivElement =>
  el('div', { className }, ...children);

/** The one button that matters in a view is blue; the others are quiet. */
export const button = (
  label: string,
  onclick: () => void,
  kind: 'primary' | 'plain' | 'link' = 'plain',
): HTMLButtonElement => el('button', { className: kind, onclick, type: 'button' }, label);

export const field = (label: string, input: HTMLElement): HTMLLabelElement =>
  el('label', { className: 'field' }, el('span', {}, label), input);

export const select = (
  options: readonly (readonly [value: string, label: string])[],
  value?: string,
): HTMLSelectElement =>
  el(
    'select',
    {},
    options.map(([key, label]) => el('option', { value: key, selected: key === value }, label)),
  );

/** A list of boxes to tick. */
export function ticks(
  options: readonly (readonly [value: string, label: string])[],
  chosen: readonly string[],
): { readonly element: HTMLElement; readonly value: () => string[] } {
  const boxes = options.map(([value]) =>
    el('input', { type: 'checkbox', value, checked: chosen.includes(value) }),
  );
  const element = div(
    'ticks',
    boxes.map((box, i) => el('label', {}, box, options[i]?.[1] ?? '')),
  );
  return { element, value: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}

export const timeOf = (at: number): string =>
  new Date(at).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
