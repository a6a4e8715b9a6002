import type { Known } from './kind.ts';
import { countsOf, isSame, type Told } from './told.ts';

/** What is not yet as it should be, for several kinds. */

const distinct = ({ audit }: Told): readonly string[] =>
  [...new Set(audit.map((entry) => JSON.stringify(entry)))].sort();
const ofEnds = ({ audit }: Told) =>
  audit.filter(({ action }) => action.endsWith('.created') || action.endsWith('.execute'));

/** Nothing else is said, and what was made is said once. */
export const begunAgain: Known = {
  because: 'A change that was written down and not sent is written down once more when it is sent.',
  isIt: (told, whole) =>
    isSame(distinct(told), distinct(whole)) && ofEnds(told).length === ofEnds(whole).length,
};

/** The platforms hold just so many objects differently. */
export const holding = (counts: ReturnType<typeof countsOf>, because: string): Known => ({
  because,
  isIt: ({ held }) => isSame(Object.entries(countsOf(held)).sort(), Object.entries(counts).sort()),
});
