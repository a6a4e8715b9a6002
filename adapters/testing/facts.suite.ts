import { afterAll, beforeAll, describe } from 'vitest';
import type { Facts } from '../../core/ports/facts.ts';
import { askingFacts } from './facts/asking.suite.ts';
import { forgottenFacts } from './facts/forgetting.suite.ts';
import { createGround } from './facts/ground.ts';
import { keepingFacts } from './facts/keeping.suite.ts';
import { randomFacts } from './facts/random-facts.suite.ts';
import { rolledUpFacts } from './facts/roll-ups.suite.ts';
import { vintagesOfFacts } from './facts/vintages.suite.ts';

/**
 * What every backend of the Facts port must do. `open` gives a backend with nothing in it.
 *
 * @example
 * import { createMemoryFacts } from 'slipway/adapters/facts-memory';
 * import { factsSuite } from 'slipway/testing';
 *
 * factsSuite('mine', async () => ({ facts: createMemoryFacts() }));
 */
export function factsSuite(
  name: string,
  open: () => Promise<{ facts: Facts; remove?: () => Promise<void> }>,
): void {
  describe(`${name}: facts`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.facts.close();
      await opened.remove?.();
    });

    const ground = createGround(() => opened.facts);
    keepingFacts(ground);
    askingFacts(ground);
    randomFacts(ground);
    vintagesOfFacts(ground);
    rolledUpFacts(ground);
    forgottenFacts(ground);
  });
}
