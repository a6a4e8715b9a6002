import type { Convention, NameValues } from './convention.ts';

/** The name that clean values make. */
export const render = ({ fields, separator }: Convention, values: NameValues): string =>
  fields.flatMap(({ key, marker = '' }) => (values[key] === undefined ? [] : [marker + values[key]])).join(separator);
