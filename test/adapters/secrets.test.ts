import { describe, expect, test } from 'vitest';
import { createNodeSecrets } from '../../adapters/runtime/node-secrets.ts';
import { secretsSuite } from '../conformance/secrets.suite.ts';

const purpose = { companyId: 'acme', use: 'credentials' } as const;

describe('secrets over node:crypto', () => {
  secretsSuite(() => createNodeSecrets('a secret for tests only'));

  test('open what the first version of the service sealed, with the former secret at hand', async () => {
    const sealed = 'v1.34915ca3._tqc4pLk9tH-n8jdI1tVwk0FXR1O59IHhVx6Rr1T87qyYpujc8uNmg';
    const newer = createNodeSecrets('a newer secret', ['a secret for tests only']);
    expect(await newer.open(sealed, purpose)).toBe('Größe 👍');
    expect(await newer.isCurrent(sealed)).toBe(false);
    await expect(createNodeSecrets('a newer secret').open(sealed, purpose)).rejects.toThrow(
      'another SLIPWAY_SECRET',
    );
  });

  test('open today what they sealed yesterday', async () => {
    const sealed = 'v2.c650988b.eOFGUa96ltfEskeGsOHJoCRc2ZagYhEyh0C0Mz2WbIFRTpZ6hb-ceA';
    expect(await createNodeSecrets('a secret for tests only').open(sealed, purpose)).toBe(
      'Größe 👍',
    );
    expect(
      await createNodeSecrets('a newer secret', ['a secret for tests only']).open(sealed, purpose),
    ).toBe('Größe 👍');
    await expect(createNodeSecrets('a newer secret').open(sealed, purpose)).rejects.toThrow(
      'another SLIPWAY_SECRET',
    );
    // The same secret in another installation is another key.
    await expect(
      createNodeSecrets('a secret for tests only', [], 'salt').open(sealed, purpose),
    ).rejects.toThrow('another');
  });
});
