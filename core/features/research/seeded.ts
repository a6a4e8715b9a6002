import type { Feature } from '../../operations/feature.ts';
import { randomId } from '../../records/random-id.ts';
import { connectionWrites } from './connection.ts';
import { SOURCE } from './failure.ts';

/** The simulated research source has a key of its own for each company, which need not be tried. */
export const researchOfSandbox: NonNullable<Feature['seeded']> = async (ports, owner, seeded) => {
  const key = seeded[SOURCE]?.apiKey;
  if (key === undefined) return [];
  return connectionWrites(ports, owner, { connection: randomId(ports.secrets, 'rc'), key, expect: 'absent' });
};
