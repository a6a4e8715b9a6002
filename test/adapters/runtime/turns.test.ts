import { expect, test } from 'vitest';
import { createTurns } from '../../../adapters/runtime/turns.ts';

test('however many wait, one is let on in each round of the event loop, in the order they came', async () => {
  const turns = createTurns();
  let rounds = 0;
  let counting = true;
  const count = (): void => {
    rounds += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const entered: { readonly who: string; readonly round: number }[] = [];
  const work = async (who: string): Promise<void> => {
    for (let i = 0; i < 4; i++) {
      await turns.next();
      entered.push({ who, round: rounds });
    }
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  counting = false;
  expect(entered.map(({ who }) => who).join('')).toBe('abcabcabcabc');
  expect(new Set(entered.map(({ round }) => round)).size).toBe(12);
});
