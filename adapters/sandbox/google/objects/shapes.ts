import type { Json, JsonObject } from '../../entity.ts';
import { isList, isObject } from '../../kit/json.ts';
import { badPayload, type PathPart, refusal } from '../wire/refusals.ts';

/** A list of words is an enum, an object a message, `[x]` repeated. */
export type Shape =
  | 'text'
  | 'int'
  | 'bool'
  | 'double'
  | 'bytes'
  | readonly string[]
  | { readonly message: Message }
  | { readonly each: Shape };
export type Message = { readonly [field: string]: Shape };

export const message = (fields: Message): Shape => ({ message: fields });
export const each = (shape: Shape): Shape => ({ each: shape });

export const customParameters = each(message({ key: 'text', value: 'text' }));

/** Refuses unknown names and types as the gateway does, before anything else. */
export function checkShape(value: Json, shape: Shape, where: string): void {
  if (Array.isArray(shape)) {
    if (typeof value !== 'string' || !shape.includes(value))
      throw badPayload(`Invalid value at '${where}' (TYPE_ENUM), ${JSON.stringify(value)}`);
    return;
  }
  if (typeof shape === 'string') {
    checkScalar(value, shape, where);
    return;
  }
  if ('each' in shape) {
    if (!isList(value)) throw badPayload(`Invalid value at '${where}', expected a list`);
    for (const [index, item] of value.entries()) checkShape(item, shape.each, `${where}[${index}]`);
    return;
  }
  if (!('message' in shape)) return;
  if (!isObject(value)) throw badPayload(`Invalid value at '${where}', expected an object`);
  for (const [name, inner] of Object.entries(value)) {
    const own = Object.hasOwn(shape.message, name) ? shape.message[name] : undefined;
    if (own === undefined)
      throw badPayload(`Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`);
    checkShape(inner, own, `${where}.${name}`);
  }
}

function checkScalar(value: Json, shape: 'text' | 'int' | 'bool' | 'double' | 'bytes', where: string): void {
  const fits = {
    text: typeof value === 'string',
    bytes: typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value),
    int: (typeof value === 'string' && /^-?\d+$/.test(value)) || (typeof value === 'number' && Number.isInteger(value)),
    bool: typeof value === 'boolean',
    double: typeof value === 'number',
  }[shape];
  if (!fits) throw badPayload(`Invalid value at '${where}' (TYPE_${shape.toUpperCase()}), ${JSON.stringify(value).slice(0, 60)}`);
}

/** In the words of the message: `network_settings.target_google_search`. */
export function maskFields(mask: Json | undefined, path: readonly PathPart[]): readonly string[] {
  if (typeof mask !== 'string' || mask === '')
    throw refusal('fieldMaskError', 'FIELD_MASK_MISSING', 'The field mask must be provided for update operations.', {
      path: [...path, { name: 'update_mask' }],
    });
  return mask.split(',').map((field) => field.split('.').map(camelled).join('.'));
}

const camelled = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Fields of the mask are taken from the update, or cleared. */
export function masked(before: JsonObject, update: JsonObject, fields: readonly string[]): JsonObject {
  let after = before;
  for (const field of fields) after = put(after, field.split('.'), at(update, field.split('.')));
  return after;
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function put(target: JsonObject, [name = '', ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const inner = target[name];
  if (rest.length > 0) return { ...target, [name]: put(isObject(inner) ? inner : {}, rest, value) };
  const { [name]: _gone, ...others } = target;
  return value === undefined ? others : { ...target, [name]: value };
}
