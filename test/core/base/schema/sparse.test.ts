import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { faultsOf } from '../../../../core/base/schema/faults.ts';
import { idText } from '../../../../core/base/schema/fields.ts';
import { sparseObject } from '../../../../core/base/schema/sparse.ts';
import { adInput, adSetInput, textInput } from '../../../../core/launch/request-schema.ts';

const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ' a ',
    'a',
    7,
    7.5,
    2 ** 60,
    true,
    null,
    undefined,
    'x'.repeat(501),
    'x'.repeat(20_001),
  ),
  fc.string(),
  fc.array(
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.record({ value: fc.string(), id: fc.integer(), more: fc.nat() }),
    ),
    {
      maxLength: 3,
    },
  ),
  fc.record({
    url: fc.oneof(fc.string(), fc.nat()),
    type: fc.constantFrom('image', 'sound', null),
  }),
);
const names = [...Object.keys(adInput.entries), 'unknown', 'constructor', 'toString'];
const object = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 });
const anything = fc.oneof(object, value);

const said = (schema: v.GenericSchema, input: unknown) => {
  const { success, output, issues } = v.safeParse(schema, input);
  return {
    success,
    output: success ? output : undefined,
    faults: faultsOf(issues ?? [], 'ads[0]'),
  };
};

test.each([
  ['an ad', adInput, v.looseObject(adInput.entries)],
  ['an ad set', adSetInput, v.union(adSetInput.options)],
  ['an id', idText, v.pipe(...idText.pipe)],
  ['a text', textInput, v.pipe(...textInput.pipe)],
] as const)(
  '%s is read as the schema it is made of reads it',
  (_name, schema: v.GenericSchema, plain: v.GenericSchema) => {
    fc.assert(
      fc.property(anything, (input) => {
        expect(said(schema, input)).toEqual(said(plain, input));
      }),
      { numRuns: 500 },
    );
  },
);

test('names of the prototype are left out, and a list is taken as an object is', () => {
  const input: unknown = JSON.parse(
    '{"__proto__":{"title":"x"},"prototype":1,"constructor":2,"adName":"a","other":3}',
  );
  for (const each of [input, ['a', 'b']])
    expect(said(adInput, each)).toEqual(said(v.looseObject(adInput.entries), each));
  expect(Object.keys(said(adInput, input).output as object)).toEqual(['adName', 'other']);
});

test('a field that must be sent is refused when the schema is made', () => {
  expect(() => sparseObject({ name: v.string() })).toThrow('name must be sent');
  expect(() => sparseObject({ name: v.optional(v.string(), 'a') })).toThrow('has a default');
});
