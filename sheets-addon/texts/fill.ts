/** What stands for the {placeholders} of a text. */
export type Values = { readonly [name: string]: string | number };

/** A text with its {placeholders} filled in; one that nothing stands for stays as it is. */
export const filled = (text: string, values: Values = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in values ? String(values[name]) : placeholder,
  );

/** Whether there is something for each {placeholder} of a text. */
export const hasAll = (text: string, values: Values): boolean =>
  (text.match(/\{\w+\}/g) ?? []).every((placeholder) => placeholder.slice(1, -1) in values);

/** Texts there are two of, by a number: their names without `.one` and `.many`. */
export type Counted<Key> = Key extends `${infer Name}.one` ? Name : never;

export const nameFor = (name: string, number: number): string =>
  `${name}.${number === 1 ? 'one' : 'many'}`;
