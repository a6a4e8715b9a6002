import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lines that may read the wall clock where it is decided who owns something, with the reason. */
const allowed: { readonly [file: string]: readonly string[] } = {
  // Takeovers see no wall clock at all: `createSilence` is handed the monotonic one alone.
  'core/records/silence.ts': [
    // Only for giving up what one owns oneself.
    'const wall = clock.now();',
    'return () => Math.max(clock.now() - wall, clock.monotonic() - monotonic);',
  ],
  'core/records/lease.ts': [
    // Read once: what a holder calls now does not step afterwards.
    'const offset = clock.now() - clock.monotonic();',
  ],
  'core/records/once.ts': [],
  'core/records/work-under-lease.ts': [
    // When the job comes back, which decides nothing.
    'const later = (): JobDone => ({ againAt: clock.now() + leaseMs });',
    'return done && { againAt: clock.now() + (done.againAt - lease.clock.now()) };',
  ],
  'adapters/jobs/held-job.ts': [
    // When to look at a job again that is another's now, or whose end could not be written down.
    'if (ended === false) return { againAt: clock.now() };',
    'return { againAt: clock.now() + patienceMs };',
  ],
  'adapters/jobs/store-queue.ts': [
    // Whether a job that nobody has is due, and when one comes back.
    'if (dueAt <= clock.now()) return true;',
    'if (askedAt === undefined || askedAt <= clock.now() + TOLERANCE_MS) return false;',
    'where: { askedAt: { from: clock.now() + TOLERANCE_MS } },',
    "const { is } = await commit(job, dead(job.doc, failure, clock.now()), { is: 'dead' });",
    'const now = clock.now();',
  ],
  'adapters/jobs/boss-queue.ts': [
    // What a document repeats for those who read it: the database's clock decides what is due.
    'dueAt: clock.now() + dueInMs,',
    'if (failed?.isDead) await commit([jobUpdate(job, dead(job.doc, failure, clock.now()))]);',
    'const until = clock.now() + dueInMs;',
    'await transaction.commit([jobUpdate(held, retrying(held.doc, failure, until, clock.now()))]);',
    'const now = clock.now();',
  ],
};

test.each(Object.entries(allowed))('%s decides ownership without the wall clock', (file, lines) => {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const found = source
    .split('\n')
    .filter((line) => /\bnow\(\)|Date\.now/.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line));
  expect(found.map((line) => line.trim()).filter((line) => !lines.includes(line))).toEqual([]);
});
