import fc from 'fast-check';

/** fast-check, with every property tried `times` times as often as its test says. */
export function moreRuns(times: number): typeof fc {
  const assert: typeof fc.assert = (property, { numRuns = 100, ...parameters } = {}) =>
    fc.assert(property, { ...parameters, numRuns: numRuns * times }) as never;
  return { ...fc, assert };
}
