import { describe, expect, test } from 'vitest';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { secretsSuite } from '../conformance/secrets.suite.ts';

describe('secrets over node:crypto', () => {
  secretsSuite(() => createNodeSecrets('a secret for tests only'));

  test('open what was sealed before a rotation, with the former secret at hand', async () => {
    const sealed = 'v1.34915ca3._tqc4pLk9tH-n8jdI1tVwk0FXR1O59IHhVx6Rr1T87qyYpujc8uNmg';
    expect(await createNodeSecrets('a newer secret', ['a secret for tests only']).open(sealed)).toBe('Größe 👍');
    await expect(createNodeSecrets('a newer secret').open(sealed)).rejects.toThrow('another SLIPWAY_SECRET');
  });
});
