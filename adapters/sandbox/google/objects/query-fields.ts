import type { Message, Shape } from './shapes.ts';

/** `adSchedule` is ad_schedule. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Leaf = 'int' | 'text' | 'bool' | 'double' | 'list' | readonly string[];

/** Message fields as query fields: `ad_schedule.day_of_week`. */
export function queryFields(messages: { readonly [name: string]: Message }): { readonly [field: string]: Leaf } {
  const under = (fields: Message, path: string): readonly (readonly [string, Leaf])[] =>
    Object.entries(fields).flatMap(([name, shape]) => leaves(shape, `${path}${snake(name)}`));
  return Object.fromEntries(Object.entries(messages).flatMap(([name, fields]) => under(fields, `${snake(name)}.`)));

  function leaves(shape: Shape, path: string): readonly (readonly [string, Leaf])[] {
    if (typeof shape === 'string') return [[path, shape === 'bytes' ? 'text' : shape]];
    if ('message' in shape) return under(shape.message, `${path}.`);
    return [[path, 'each' in shape ? 'list' : shape]];
  }
}
