import type { Store, Write } from '../../../core/ports/store.ts';
import { tasks } from './kinds.ts';

/** One of several processes that make the same hundred tasks and then claim what they can. */

const { module, open, options, name } = JSON.parse(process.argv[2] ?? '{}');
const store: Store = await (await import(module))[open](options);
const ids = Array.from({ length: 100 }, (_, i) => `t${i}`);
const write = (id: string, expect: Write['expect'], doc: object): Write => ({
  kind: tasks,
  companyId: 'acme',
  id,
  expect,
  doc,
});
const made = (await store.commit(ids.map((id) => write(id, 'absent', {})))) === undefined;

const won: string[] = [];
for (const id of ids) {
  const found = await store.get(tasks, 'acme', id);
  if (found === undefined || found.doc.holder !== undefined) continue;
  if ((await store.commit([write(id, found.version, { holder: name })])) === undefined)
    won.push(id);
}
await store.close();
process.stdout.write(JSON.stringify({ made, won }));
