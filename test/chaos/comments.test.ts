import { expect, test } from 'vitest';
import { runCommentsChaos } from './run-comments.ts';

test('kill -9 while comments of each platform are answered: one reply below each, nothing else', async () => {
  const result = await runCommentsChaos({
    ads: 60,
    kills: 6,
    faults: 'mixed',
    seed: 5,
    workers: 1,
  });
  expect(result).toMatchObject({
    expected: 60,
    created: 60,
    duplicates: 0,
    lost: 0,
    failed: 0,
    stuck: 0,
  });
  expect(result.kills).toBeGreaterThan(2);
});
