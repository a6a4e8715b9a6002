import { writeSync } from 'node:fs';
import type { Store } from '../../../core/ports/store.ts';
import { left, right } from './kinds.ts';

/** Commits pairs of documents until it is killed, and reports each commit once done. */

const { module, open, options } = JSON.parse(process.argv[2] ?? '{}');
const store: Store = await (await import(module))[open](options);
const last = await store.find(left, 'acme', { order: { by: 'turn', direction: 'desc' }, limit: 1 });
for (let turn = (last.items[0]?.doc.turn ?? 0) + 1; ; turn++) {
  const id = String(turn).padStart(8, '0');
  const doc = { turn, ballast: 'x'.repeat(5000) };
  const conflict = await store.commit(
    [left, right].map((kind) => ({ kind, companyId: 'acme', id, expect: 'absent' as const, doc })),
  );
  if (conflict !== undefined)
    throw new Error(`Lost a commit that nobody else makes: ${JSON.stringify(conflict)}`);
  writeSync(1, `${id}\n`);
}
