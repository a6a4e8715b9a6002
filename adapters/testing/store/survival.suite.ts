import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { kind } from '../../../core/ports/store.ts';
import { allIds, fill, type StoreBackend, useGround, write } from './ground.ts';
import { type Boat, boats, left, ports, right } from './kinds.ts';
import { programOf } from './programs.ts';

export function survivalSuite(backend: StoreBackend): void {
  if (backend.skip?.reopening !== undefined && backend.skip.processes !== undefined) return;
  describe('what was committed', () => {
    const { ground } = useGround(backend);

    if (backend.skip?.reopening === undefined)
      test('is there after closing and opening again', async () => {
        const place = await ground();
        const before = await place.open();
        await fill(before, boats, 'acme', {
          a: { name: 'Anna', size: 1 },
          b: { name: 'Berta', size: 2 },
        });
        await fill(before, ports, 'acme', { a: { city: 'Kiel' } });
        await before.commit([
          write(boats, 'acme', 'a', 1, { name: 'Anna', size: 3 }),
          write(boats, 'acme', 'b', 1, undefined),
        ]);
        const after = await place.open();
        expect(await after.get(boats, 'acme', 'a')).toEqual({
          id: 'a',
          version: 2,
          doc: { name: 'Anna', size: 3 },
        });
        expect(await allIds(after, boats, 'acme', { order: { by: 'size' } })).toEqual(['a']);
        expect(await after.commit([write(boats, 'acme', 'a', 1, {})])).toEqual({ lost: [0] });
        expect(
          await after.commit([write(ports, 'acme', 'a', 1, { city: 'Riga' })]),
        ).toBeUndefined();
        expect((await before.get(ports, 'acme', 'a'))?.doc).toEqual({ city: 'Riga' });
      });

    if (backend.skip?.reopening === undefined)
      test('is found by a field that is indexed only later, also what an older version still writes', async () => {
        const before = kind<Boat>('boat', { name: 'string' });
        const place = await ground();
        const old = await place.open();
        await fill(old, before, 'acme', {
          a: { name: 'Anna', size: 3 },
          b: { name: 'Berta', tag: 'red' },
          c: { size: 1.5 },
        });
        const young = await place.open();
        expect(await allIds(young, boats, 'acme', { order: { by: 'size' } })).toEqual(['c', 'a']);
        await fill(old, before, 'acme', {
          d: { size: 2 },
          e: { tag: 'x'.repeat(301) },
          f: { tag: 'red', size: -1 },
        });
        await old.commit([write(before, 'acme', 'a', 1, { name: 'Anna', size: 0 })]);
        expect(await allIds(young, boats, 'acme', { order: { by: 'size' } })).toEqual([
          'f',
          'a',
          'c',
          'd',
        ]);
        expect(await allIds(young, boats, 'acme', { where: { tag: 'red' } })).toEqual(['b', 'f']);
        expect(await allIds(old, before, 'acme', { where: { name: 'Anna' } })).toEqual(['a']);
      });

    if (backend.skip?.processes === undefined)
      test('is there, whole, after its process was killed', async () => {
        const place = await ground();
        if (place.opener === undefined)
          throw new Error('This backend must say how another process opens it, or why none can.');
        let told = 0;
        for (const lines of [1, 7, 40]) {
          told += await killedAfter(JSON.stringify(place.opener), lines);
          const store = await place.open();
          const [lefts, rights] = [
            await allIds(store, left, 'acme'),
            await allIds(store, right, 'acme'),
          ];
          expect(lefts).toEqual(rights);
          expect(lefts.length).toBeGreaterThanOrEqual(told);
          expect(await allIds(store, left, 'acme', { order: { by: 'turn' } })).toEqual(lefts);
          told = lefts.length;
        }
      });
  });
}

/**
 * Starts a process that commits without end and kills it after this many commits. Answers how many
 * it reported.
 */
function killedAfter(opener: string, lines: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programOf('killed-writer'), opener], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [told, trouble, killed] = [0, '', false];
    child.stderr.on('data', (chunk: Buffer) => {
      trouble += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString().split('\n').length - 1;
      if (told >= lines && !killed) killed = child.kill('SIGKILL');
    });
    child.on('close', () =>
      killed ? resolve(told) : reject(new Error(`The writer ended by itself: ${trouble}`)),
    );
  });
}
