import { expect, test } from 'vitest';
import { explained } from '../../../core/base/errors.ts';

test('a refusal is told with what to do, each as a sentence and once', () => {
  expect(explained({ message: 'No such page ', fix: 'Choose another.' })).toBe(
    'No such page. Choose another.',
  );
  expect(explained({ message: 'Really?', fix: '' })).toBe('Really?');
  expect(
    explained({ message: 'It cannot go alone. Delete the ad set.', fix: 'Delete the ad set.' }),
  ).toBe('It cannot go alone. Delete the ad set.');
});
