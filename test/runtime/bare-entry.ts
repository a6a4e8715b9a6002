import { createMemoryStore } from '../../adapters/store/memory.ts';
import { createSheetStore } from '../../adapters/store/sheet.ts';
import * as core from '../../core/index.ts';
import { createMemorySpreadsheet } from '../adapters/store/memory-table.ts';

/**
 * Bundled for a context that has the language and nothing else. What it gives back is plain text:
 * nothing may be shared with outside.
 */
export async function run(): Promise<string> {
  const boats = core.kind<{ readonly name: string; readonly size: number }>('boat', {
    size: 'number',
  });
  const seen: unknown[] = [];
  for (const store of [
    createMemoryStore(),
    createSheetStore({ table: createMemorySpreadsheet().open(), held: true }),
  ]) {
    for (const [id, size] of [
      ['a', 2],
      ['b', 1],
    ] as const)
      await store.commit([
        { kind: boats, companyId: 'acme', id, expect: 'absent', doc: { name: `😀 ${id}`, size } },
      ]);
    const conflict = await store.commit([
      { kind: boats, companyId: 'acme', id: 'a', expect: 7, doc: undefined },
    ]);
    const { items } = await store.find(boats, 'acme', { order: { by: 'size' } });
    seen.push({ conflict, names: items.map(({ doc }) => doc.name) });
  }
  const error = new core.SlipwayError('not_found', 'There is no such boat.');
  return JSON.stringify({
    seen,
    error: [error instanceof Error, error.name, error.code, error.message],
  });
}
