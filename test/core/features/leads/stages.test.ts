import { expect, test } from 'vitest';
import { operationsFor } from '../../../../core/features/registry.ts';
import { carryOut, partsOf } from '../../../../core/operations/carry-out.ts';
import type { Store } from '../../../../core/ports/store.ts';
import { keyed } from '../../../../core/records/once.ts';
import { crashing } from '../../../crashing-store.ts';
import { pixel } from '../../../lead-path.ts';
import { leadsFixture } from './leads-fixture.ts';

test('a stage that was told by a process that died is told once, as it was told first, wherever it died', async () => {
  const { ports, companyId, caller, clock, store, ...fixture } = await leadsFixture();
  const operation = operationsFor(Object.values(ports.platforms)).find(
    ({ name }) => name === 'leads.stages',
  );
  if (operation === undefined) throw new Error('There is no such operation.');
  const tell = (on: Store, key: string, leadIds: readonly string[]) => {
    const parts = partsOf(operation, {
      destination: pixel,
      stages: leadIds.map((leadId) => ({ leadId, stage: 'sold' })),
    });
    const once = keyed({ ...ports, store: on }, companyId, { key, bodyDigest: key });
    return carryOut({ ...ports, store: on }, operation, caller, parts, async () => once);
  };
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at += 1) {
      const key = `${when} ${at}`;
      const { leadIds } = await fixture.arrive({ count: 2 });
      await fixture.later();
      const ids = leadIds.map((id) => `primary:${id}`);
      const outcome = await new Promise<'died' | 'ended'>((resolve) => {
        const mortal = crashing(store, { at, when, onDeath: () => resolve('died') });
        void tell(mortal, key, ids).then(
          () => resolve('ended'),
          () => undefined,
        );
      });
      await clock.sleep(60_000);
      // Under the same key, and again by somebody who does not know of it.
      expect([key, await tell(store, key, ids)]).toMatchObject([key, { refused: [] }]);
      expect([key, await tell(store, `${key} again`, ids)]).toMatchObject([
        key,
        { accepted: 0, duplicates: 2, refused: [] },
      ]);
      const rows = (await fixture.rows()).filter(({ id }) => ids.includes(id));
      expect([key, rows.map(({ stages }) => stages.length)]).toEqual([key, [1, 1]]);
      if (outcome === 'ended') break;
    }
});
