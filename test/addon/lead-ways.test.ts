import { expect, test } from 'vitest';
import { tryLeadWays } from './lead-ways.ts';

test('whatever another person does to a tab of leads in the middle, every row shows its own person or nobody', async () => {
  const { problems, disturbed } = await tryLeadWays(7_000, 150);
  expect(problems).toEqual([]);
  expect(disturbed).toBeGreaterThan(300);
});
