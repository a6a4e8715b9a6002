import { writeFileSync } from 'node:fs';
import { beforeAll, test } from 'vitest';
import { createDatabase } from '../postgres/database.ts';
import { spawn } from '../processes.ts';

/**
 * Starts what tests start, tells of it in the file FILE, and then ends as HOW says: in its set-up,
 * by a crash, or never.
 */
beforeAll(async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e9)'], {
    stdio: 'ignore',
  });
  const database = await createDatabase();
  const [facts] = await database.query("SELECT pg_read_file('postmaster.pid') AS postmaster");
  const [postgres = '', folder = ''] = String(facts?.postmaster).split('\n');
  const started = { processes: [process.pid, child.pid, Number(postgres)], folder };
  writeFileSync(process.env.FILE ?? '', JSON.stringify(started));
  if (process.env.HOW === 'fail') throw new Error('This set-up fails.');
  if (process.env.HOW === 'crash') process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}, 600_000);

test('is not reached', () => undefined);
