import { type Crash, crashing } from '../../crashing-store.ts';
import type { ManageFixture } from './manage-fixture.ts';

/**
 * A death leaves promises that never settle, as a killed process leaves nothing behind at all; its
 * lease lapses.
 */
export async function runUntilCrash(
  fixture: ManageFixture,
  death: Crash,
  work: (ports: ManageFixture['ports']) => Promise<unknown>,
): Promise<void> {
  const ports = { ...fixture.ports, store: crashing(fixture.ports.store, death) };
  await Promise.race([work(ports).catch(() => undefined), fixture.clock.sleep(400_000)]);
  await fixture.clock.sleep(31_000);
}
