import { feature, sealedPlace } from '../../operations/feature.ts';
import { researchOperations } from './operations.ts';
import { researchConnectionKind } from './records.ts';
import { researchOfSandbox } from './seeded.ts';

/** Ads of others. */
export const research = feature({
  name: 'research',
  operations: researchOperations,
  kinds: [researchConnectionKind],
  seeded: researchOfSandbox,
  sealed: [
    sealedPlace(researchConnectionKind, {
      use: 'research',
      name: 'research connection',
      textOf: ({ sealedKey }) => sealedKey,
      withText: (doc, sealedKey) => ({ ...doc, sealedKey }),
    }),
  ],
});
