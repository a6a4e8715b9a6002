import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kind } from '../../../core/ports/store.ts';
import { type StoreBackend, useGround, write } from './ground.ts';
import { boats } from './kinds.ts';

const anything = kind<Record<string, unknown>>('anything');

/** Every kind of JSON value, and those that storage stumbles over. */
const AWKWARD: { readonly [name: string]: unknown } = {
  'nothing at all': {},
  null: { a: null },
  booleans: { yes: true, no: false },
  numbers: {
    list: [0, -1, 0.1, 1 / 3, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 5e-324, Number.MAX_VALUE, 1e-7],
  },
  'empty strings and lists': { '': '', list: [], object: {} },
  'control characters': { text: '\u0000\u0001\t\n\r\u001f\u007f\u0080\u009f\u2028\u2029\ufeff' },
  noncharacters: { text: '\ufffe\uffff\ufdd0' },
  'emoji and flags': { '👩‍👩‍👧‍👦': '🇩🇪🏴‍☠️👍🏽' },
  'halves of surrogate pairs': { high: 'a\ud83d', low: '\ude00b', '\udfff': 1 },
  'text that looks like a formula': {
    text: '=1+1',
    plus: '+1',
    minus: '-1',
    at: '@x',
    quote: "'x",
  },
  'text that looks like a number': {
    id: '120210000000000001',
    zeros: '007',
    date: '2026-11-15',
    bool: 'TRUE',
  },
  'text in SQL and JSON': { text: `'; DROP TABLE documents; -- " \\ \\u0000 $1 ? {}` },
  'names of prototype members': JSON.parse(
    '{"__proto__":{"a":1},"constructor":2,"toString":"x","hasOwnProperty":null}',
  ),
  'deep nesting': { list: Array.from({ length: 200 }).reduce((inner) => [inner], 'bottom') },
};

export function documentSuite(backend: StoreBackend): void {
  describe('documents', () => {
    const { ground, withStore } = useGround(backend);

    withStore('come back as they were: every kind of value that JSON has', async (store) => {
      for (const [name, doc] of Object.entries(AWKWARD)) {
        await store.commit([write(anything, 'acme', name, 'absent', doc as object)]);
        expect(await store.get(anything, 'acme', name), name).toStrictEqual({
          id: name,
          version: 1,
          doc,
        });
      }
      const { items } = await store.find(anything, 'acme');
      for (const { id, doc } of items) expect(doc, id).toStrictEqual(AWKWARD[id]);
      expect(items).toHaveLength(Object.keys(AWKWARD).length);
    });

    withStore(
      'come back as they were: texts of a million characters, whatever stands at the seams',
      async (store) => {
        const doc = {
          long: '0123456789'.repeat(100_000),
          emoji: `a${'😀'.repeat(120_000)}`,
          marks: '=|"'.repeat(60_000),
        };
        await store.commit([write(anything, 'acme', 'x', 'absent', doc)]);
        const found = await store.get(anything, 'acme', 'x');
        expect(
          found?.doc.long === doc.long &&
            found.doc.emoji === doc.emoji &&
            found.doc.marks === doc.marks,
        ).toBe(true);
      },
    );

    withStore('come back as they were: any JSON', async (store) => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })),
          async (doc) => {
            const id = `d${count++}`;
            await store.commit([write(anything, 'acme', id, 'absent', doc)]);
            expect((await store.get(anything, 'acme', id))?.doc).toStrictEqual(
              JSON.parse(JSON.stringify(doc)),
            );
          },
        ),
        { numRuns: 60 },
      );
    });

    withStore('treat a member that is undefined as absent', async (store) => {
      await store.commit([
        write(boats, 'acme', 'x', 'absent', {
          name: undefined,
          size: 1,
          more: { deep: undefined },
        }),
      ]);
      expect((await store.get(boats, 'acme', 'x'))?.doc).toStrictEqual({ size: 1, more: {} });
    });

    withStore('cannot be changed by whoever handed them in or got them out', async (store) => {
      const doc = { name: 'Anna', crew: ['Bo'] };
      const committing = store.commit([write(boats, 'acme', 'x', 'absent', doc)]);
      doc.name = 'Berta';
      doc.crew.push('Cy');
      await committing;
      const found = await store.get(boats, 'acme', 'x');
      expect(found?.doc).toStrictEqual({ name: 'Anna', crew: ['Bo'] });
      (found?.doc.crew as string[] | undefined)?.push('Di');
      expect(
        (await store.find(boats, 'acme', { where: { name: 'Anna' } })).items[0]?.doc.crew,
      ).toEqual(['Bo']);
    });

    withStore('may have any id of up to 300 characters', async (store) => {
      const ids = [
        'a',
        ' ',
        'x'.repeat(300),
        '😀'.repeat(150),
        '=1',
        "'",
        '%',
        '_',
        '../..',
        'TRUE',
        '007',
        'A',
        'ä',
        'a\u0308',
      ];
      await store.commit(
        ids.map((id) => write(boats, 'acme', id, 'absent', { name: id.slice(0, 100) })),
      );
      for (const id of ids)
        expect((await store.get(boats, 'acme', id))?.doc.name).toBe(id.slice(0, 100));
      expect((await store.find(boats, 'acme')).items).toHaveLength(ids.length);
    });

    withStore(
      'may have ids and keys that are as long as they can be, in any script',
      async (store) => {
        // Three bytes per character, none repeated: nothing can be packed.
        const long = (start: number, length: number) =>
          String.fromCharCode(...Array.from({ length }, (_, i) => start + i * 7));
        const [company, id, name] = [long(0x4e00, 100), long(0x5000, 300), long(0x6000, 300)];
        await store.commit([write(boats, company, id, 'absent', { name, tag: name })]);
        expect(
          (await store.find(boats, company, { where: { name }, order: { by: 'tag' } })).items[0]
            ?.id,
        ).toBe(id);
      },
    );

    withStore('that do not exist are undefined, whatever the id', async (store) => {
      await store.commit([write(boats, 'acme', 'a\ufffd', 'absent', {})]);
      for (const id of ['b', '', 'x'.repeat(301), 'a\0', 'a\ud800', '\0']) {
        expect(await store.get(boats, 'acme', id)).toBeUndefined();
        expect(await store.get(boats, id, 'a')).toBeUndefined();
        expect(await store.find(boats, id)).toEqual({ items: [] });
      }
    });

    if (backend.skip?.readBack === undefined)
      test('are really there, read past the store', async () => {
        const place = await ground();
        const store = await place.open();
        const doc = { name: '=Ünïcode 😀', size: 12.5, note: 'z'.repeat(200_000), nul: '\u0000' };
        await store.commit([
          write(boats, 'acme', 'b1', 'absent', { name: 'old' }),
          write(boats, 'other', 'b1', 'absent', {}),
        ]);
        await store.commit([
          write(boats, 'acme', 'b1', 1, doc),
          write(boats, 'other', 'b1', 1, undefined),
        ]);
        const stored = await place.readBack?.('boat', 'acme', 'b1');
        expect(stored?.version).toBe(2);
        expect(JSON.parse(stored?.text ?? 'null')).toStrictEqual(doc);
        expect(await place.readBack?.('boat', 'other', 'b1')).toBeUndefined();
      });
  });
}
