import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clashOf, conventionFaults } from '../../../../core/features/naming/check.ts';
import type { Convention, NameField } from '../../../../core/sheet/names/convention.ts';
import { parse } from '../../../../core/sheet/names/parse.ts';
import { cleaned, cleanValues, render } from '../../../../core/sheet/names/value.ts';

const letters = ['a', 'b', 'B', '1', '2', '0', '_', '-', ' ', '.', '|', '\t', 'x', 'X', 'ß'];
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 5 });
const date = fc.constantFrom('20260101', '19991231', '20280229', '22220222');
const option = word.filter((text) => text.trim() !== '');

const field = (key: string): fc.Arbitrary<NameField> =>
  fc.record({
    key: fc.constant(key),
    source: fc.constantFrom('option', 'token', 'free'),
    token: fc.constant('mediaName'),
    options: fc.uniqueArray(option, { minLength: 1, maxLength: 4 }),
    kind: fc.constantFrom('text', 'number', 'date'),
    marker: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 3, arbitrary: fc.constantFrom('h', 'h-', 'a', '2', '20', 'x_') },
      {
        weight: 1,
        arbitrary: date.chain((text) => fc.nat(7).map((length) => text.slice(0, length + 1))),
      },
      { weight: 1, arbitrary: word },
    ),
    required: fc.boolean(),
    case: fc.constantFrom('keep', 'lower', 'upper'),
    split: fc.option(
      fc.record({ by: fc.constantFrom('_', ' '), part: fc.constantFrom(1, 2, -1) }),
      { nil: undefined },
    ),
  });

const convention: fc.Arbitrary<Convention> = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc.record({
    level: fc.constant('ad' as const),
    separator: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom('_', '-', ' | ', '--') },
      { weight: 1, arbitrary: fc.constantFrom(' ', '  ', 'x', 'X', '.-', '-.', '1', '02', ' \t|') },
    ),
    fields: fc.tuple(...Array.from({ length: count }, (_, index) => field(`f${index}`))),
  }),
);

/** Texts that people might give, some of which no convention takes. */
const given = fc.dictionary(
  fc.constantFrom('f0', 'f1', 'f2', 'f3'),
  fc.oneof(word, date, fc.constantFrom('12', 'ab', 'B')),
  {
    maxKeys: 4,
  },
);

describe('parse(render(x)) = x', () => {
  test('for every convention without a clash and all values it takes', () => {
    let tried = 0;
    fc.assert(
      fc.property(convention, fc.array(given, { minLength: 6, maxLength: 6 }), (made, rows) => {
        if (conventionFaults(made).length > 0) return;
        for (const row of rows) {
          const texts = withOptions(made, row);
          const { values, faults } = cleanValues(made, texts);
          if (faults.length > 0 || Object.keys(values).length === 0) continue;
          tried += 1;
          expect([made, parse(made, render(made, values))]).toEqual([made, values]);
        }
      }),
      { numRuns: 4_000 },
    );
    expect(tried).toBeGreaterThan(500);
  });

  test('a clash names two different rows of values that make one name', () => {
    let found = 0;
    fc.assert(
      fc.property(convention, (made) => {
        if (conventionFaults(made).some(({ code }) => code !== 'cannot_be_read_back')) return;
        const clash = clashOf(made);
        if (clash === undefined) return;
        if (clash === 'undecided') throw new Error('conventions of this size are decided');
        found += 1;
        expect(clash.first).not.toEqual(clash.second);
        expect([render(made, clash.first), render(made, clash.second)]).toEqual([
          clash.name,
          clash.name,
        ]);
        const whole = {
          ...made,
          fields: made.fields.map((each) => ({ ...each, split: undefined })),
        };
        // Between separators of several characters names are read that this service does not build.
        if (made.separator.length > 1) return;
        expect(
          [clash.first, clash.second].flatMap((values) => cleanValues(whole, values).faults),
        ).toEqual([]);
      }),
      { numRuns: 4_000 },
    );
    expect(found).toBeGreaterThan(50);
  });

  test('cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(convention, word, (made, text) => {
        for (const each of made.fields) {
          if (each.split !== undefined) continue;
          const once = cleaned(made, each, text);
          expect(cleaned(made, each, once)).toBe(once);
        }
      }),
    );
  });
});

describe('a value', () => {
  const cleanedBy = (separator: string, text: string, form: NameField['case'] = 'keep') =>
    cleaned(
      { level: 'ad', separator, fields: [] },
      { key: 'f0', source: 'free', case: form },
      text,
    );

  test('never holds the separator, whatever its case, its blanks and the character in its place make of it', () => {
    expect(cleanedBy('x', 'aXb', 'lower')).toBe('a-b');
    expect(cleanedBy(' | ', 'a |\tb')).toBe('a-b');
    expect(cleanedBy('.-', 'a..--b')).toBe('a._-b');
  });
});

/** Only fields the convention has; where it takes options, one of them. */
const withOptions = ({ fields }: Convention, row: { readonly [key: string]: string }) =>
  Object.fromEntries(
    fields.flatMap(({ key, source, options = [] }, index) =>
      row[key] === undefined
        ? []
        : [[key, source === 'option' ? (options[index % options.length] ?? '') : row[key]]],
    ),
  );

describe('a convention that cannot be read back', () => {
  const fields = (...all: readonly Partial<NameField>[]): Convention => ({
    level: 'ad',
    separator: '_',
    fields: all.map((each, index) => ({ key: `f${index}`, source: 'free', ...each })),
  });

  test('two fields that may be left out, with nothing that tells them apart', () => {
    expect(clashOf(fields({ required: false }, { required: false }))).toEqual({
      name: expect.any(String),
      between: ['f0', 'f1'],
      first: expect.any(Object),
      second: expect.any(Object),
    });
    expect(
      clashOf(fields({ required: false, marker: 'h-' }, { required: false, marker: 'c-' })),
    ).toBeUndefined();
  });

  test('options that hold the separator clash only where another reading exists', () => {
    const options = (...texts: readonly string[]) => ({
      source: 'option' as const,
      options: texts,
    });
    expect(clashOf(fields(options('a', 'a_b'), options('c', 'b_c')))).toMatchObject({
      name: 'a_b_c',
    });
    expect(clashOf(fields(options('a_b'), {}))).toBeUndefined();
    expect(parse(fields(options('a_b'), {}), 'a_b_x')).toEqual({ f0: 'a_b', f1: 'x' });
  });

  test('many fields of many options are decided; ways to read that nobody could go through are refused', () => {
    const options = (most: number, text: (n: number) => string): Partial<NameField> => ({
      source: 'option',
      options: Array.from({ length: most }, (_, n) => text(n)),
    });
    const wide = fields(
      ...Array.from({ length: 30 }, (_, field) => options(200, (n) => `f${field}o${n}`)),
    );
    expect(conventionFaults(wide)).toEqual([]);
    const deep = fields(options(200, (n) => `${'a_'.repeat(40)}x${n}`));
    expect(conventionFaults(deep)).toMatchObject([{ path: 'fields', code: 'too_complex' }]);
  });

  test('a marker of digits and a date: what is left of the date is a value too', () => {
    const date: Partial<NameField> = { kind: 'date', required: false };
    const made = fields({ marker: '2', required: false }, date, {});
    expect(clashOf(made)).toMatchObject({ name: '20260101_x', between: ['f0', 'f1'] });
    expect(conventionFaults(made)).toMatchObject([
      { code: 'cannot_be_read_back', message: expect.stringMatching(/^Fields f0 and f1 clash/) },
    ]);
    expect(
      conventionFaults(
        fields({ marker: '3', kind: 'number', required: false }, { ...date, marker: '3' }, {}),
      ),
    ).toHaveLength(1);
    // No date has the month 13, nor nine digits.
    expect(
      conventionFaults(fields({ marker: '202613', kind: 'number', required: false }, date, {})),
    ).toEqual([]);
    expect(
      conventionFaults(
        fields({ marker: '202601011', kind: 'number', required: false }, date, { marker: 'x' }),
      ),
    ).toEqual([]);
  });

  test('a marker that begins with a blank, where it may be the beginning of the name', () => {
    expect(conventionFaults(fields({ required: false }, { marker: ' h' }))).toMatchObject([
      { path: 'fields[1].marker', code: 'blank_edge' },
    ]);
    expect(conventionFaults(fields({}, { marker: ' h' }))).toEqual([]);
  });

  test('options that are one text in the case that is asked for', () => {
    expect(
      clashOf(fields({ source: 'option', options: ['UK', 'uk'], case: 'lower' })),
    ).toBeUndefined();
  });
});
