import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { silent } from '../../../core/ports/log.ts';
import { runBackups } from '../../../core/upkeep/backups.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

test('a restart does not move the next backup: it is due a day after the last', async () => {
  const clock = createManualClock();
  let made = 0;
  const ports = {
    store: createMemoryStore(),
    clock,
    log: silent,
    backups: {
      everyMs: DAY,
      make: async () => ({ name: `backup ${++made}`, place: 'a folder', bytes: 1 }),
    },
  };
  const first = clock.now();
  expect(await runBackups(ports)).toEqual({ againAt: first + DAY });
  // A process that has just started asks at once.
  await clock.advance(HOUR);
  expect([await runBackups(ports), made]).toEqual([{ againAt: first + DAY }, 1]);
  await clock.advance(DAY - HOUR);
  expect([await runBackups(ports), made]).toEqual([{ againAt: first + 2 * DAY }, 2]);
});
