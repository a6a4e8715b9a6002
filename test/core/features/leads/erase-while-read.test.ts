import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import { eraseLeads } from '../../../../core/features/leads/erase.ts';
import { leadKind } from '../../../../core/features/leads/records.ts';
import type { Store, Write } from '../../../../core/ports/store.ts';
import { leadsFixture } from './leads-fixture.ts';

/** A store in which something happens once, right before a commit that writes leads. */
function interrupted(isMeant: (write: Write) => boolean) {
  const inner = createMemoryStore();
  let interrupt: (() => Promise<unknown>) | undefined;
  const store: Store = {
    ...inner,
    async commit(writes) {
      if (
        interrupt !== undefined &&
        writes.some((write) => write.kind.name === leadKind.name && isMeant(write))
      ) {
        const happen = interrupt;
        interrupt = undefined;
        await happen();
      }
      return inner.commit(writes);
    },
  };
  return {
    store,
    before(happen: () => Promise<unknown>) {
      interrupt = happen;
    },
    happened: () => interrupt === undefined,
  };
}

test.each([
  ['a person', () => ({ email: 'person-1@people.example' })],
  ['a lead', ([id]: readonly string[]) => ({ id: `primary:${id}` })],
] as const)('%s that is erased while a reading brings it is not kept', async (_what, request) => {
  const { store, before, happened } = interrupted(({ doc }) => doc !== undefined);
  const fixture = await leadsFixture({ store });
  const { leadIds } = await fixture.arrive({ count: 2, startMs: -60_000 });
  before(() => eraseLeads(fixture.ports, fixture.caller, request(leadIds)));
  await fixture.pass();
  expect(happened()).toBe(true);
  expect((await fixture.rows()).map(({ id }) => id)).toEqual([`primary:${leadIds[1]}`]);
});

test('a lead that a reading brings while it is erased by its id is erased', async () => {
  const { store, before, happened } = interrupted(({ expect: version }) => version === 'absent');
  const fixture = await leadsFixture({ store });
  const { leadIds } = await fixture.arrive({ count: 1, startMs: -60_000 });
  before(() => fixture.pass());
  await eraseLeads(fixture.ports, fixture.caller, { id: `primary:${leadIds[0]}` });
  expect(happened()).toBe(true);
  expect(await fixture.rows()).toEqual([]);
});
