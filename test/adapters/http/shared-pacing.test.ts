// @module-tag postgres
import { expect, test } from 'vitest';
import { openPostgresNotifier } from '../../../adapters/events/postgres-notifier.ts';
import { createPacing } from '../../../adapters/http/pacing.ts';
import { sharePacing } from '../../../adapters/http/shared-pacing.ts';
import { silent } from '../../../core/ports/log.ts';
import { machineClock } from '../../machine-time.ts';
import { createDatabase } from '../../postgres/database.ts';

test('a stop that one process is told of stops the others, on that account alone', async () => {
  const { url, drop } = await createDatabase();
  const notifiers = [
    openPostgresNotifier({ url, log: silent }),
    openPostgresNotifier({ url, log: silent }),
  ] as const;
  const [one, other] = notifiers.map((notifier, i) =>
    sharePacing(createPacing({ clock: machineClock }), notifier, machineClock, `process-${i}`),
  );
  // Listening begins in the background: tell until it is heard.
  await expect
    .poll(async () => {
      one?.observe('act_1', { percent: 100 + Math.random(), resetMs: 600_000 });
      return (await other?.turn('act_1', 'acme')) ?? 0;
    })
    .toBeGreaterThan(500_000);
  expect(await other?.turn('act_2', 'acme')).toBe(0);
  for (const notifier of notifiers) await notifier.close();
  await drop();
});
