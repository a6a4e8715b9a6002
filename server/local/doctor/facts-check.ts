import { existsSync } from 'node:fs';
import { isInUse } from '../../../adapters/duckdb/file.ts';
import { countDuckdbFacts } from '../../../adapters/facts/duckdb-count.ts';
import type { FactsPlace } from '../../process/facts-place.ts';
import { type Check, check, NOT_YET } from './check.ts';

/**
 * Figures in a file of their own: whether it can be opened, and how many there are. Nothing is
 * made.
 */
export const checkFacts = ({ path }: FactsPlace): Promise<Check> =>
  check('figures', 'Correct SLIPWAY_FACTS, or make the file readable for this user.', async () => {
    if (!existsSync(path)) return `${path}, ${NOT_YET}`;
    try {
      const { facts, bytes } = await countDuckdbFacts(path);
      return `${path}, ${facts} facts, ${(bytes / 1e6).toFixed(1)} MB`;
    } catch (error) {
      if (isInUse(error)) return `${path}, in use by the running service`;
      throw error;
    }
  });
