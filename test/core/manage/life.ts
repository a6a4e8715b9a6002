import { type Death, mortal } from '../../mortal-store.ts';
import type { House } from './house.ts';

/** A death leaves promises that never settle, as a killed process leaves nothing behind at all; its lease lapses. */
export async function life(house: House, death: Death, work: (ports: House['ports']) => Promise<unknown>): Promise<void> {
  const ports = { ...house.ports, store: mortal(house.ports.store, death) };
  await Promise.race([work(ports).catch(() => undefined), house.clock.sleep(400_000)]);
  await house.clock.sleep(31_000);
}
