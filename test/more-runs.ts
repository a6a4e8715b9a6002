import { createRequire } from 'node:module';
import type fastCheck from 'fast-check';

const fc = createRequire(import.meta.url)('fast-check') as typeof fastCheck;
const times = Number(process.env.PROPERTY_RUNS);

/** fast-check, with every property tried so many times as often as its test says. */
export default {
  ...fc,
  assert: (property: fastCheck.IRawProperty<unknown>, { numRuns = 100, ...parameters }: fastCheck.Parameters<unknown> = {}) =>
    fc.assert(property, { ...parameters, numRuns: numRuns * times }),
};
