import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SealPurpose, Secrets } from '../../core/ports/secrets.ts';

/** What every implementation of the Secrets port must do. */
export function secretsSuite(create: () => Secrets): void {
  test('digest as everybody else does', async () => {
    const secrets = create();
    expect(await secrets.sha256('')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    for (const data of ['Größe 👍', new Uint8Array([0, 255])])
      expect(await secrets.sha256(data)).toBe(createHash('sha256').update(data).digest('hex'));
    expect(await secrets.hmacSha256('key', 'Größe')).toBe(
      createHmac('sha256', 'key').update('Größe').digest('hex'),
    );
  });

  test('make bytes nobody can guess, as many as asked for', () => {
    const secrets = create();
    expect([0, 1, 32, 33, 100].map((count) => secrets.random(count).length)).toEqual([
      0, 1, 32, 33, 100,
    ]);
    expect(Buffer.from(secrets.random(40)).equals(Buffer.from(secrets.random(40)))).toBe(false);
  });

  const purpose: SealPurpose = { companyId: 'acme', use: 'credentials' };

  test('are opened by whoever sealed them, and not when they were changed', async () => {
    const secrets = create();
    const [one, two] = [
      await secrets.seal('Größe 👍', purpose),
      await secrets.seal('Größe 👍', purpose),
    ];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^[\x21-\x7e]+$/);
    expect(one).not.toContain('Größe');
    expect(await secrets.open(one, purpose)).toBe('Größe 👍');
    const half = Math.floor(one.length * 0.7);
    const flipped = `${one.slice(0, half)}${one[half] === 'b' ? 'c' : 'b'}${one.slice(half + 1)}`;
    for (const changed of [
      `${one}x`,
      one.slice(0, -1),
      flipped,
      one.slice(0, 8),
      '',
      'v1.',
      'v1..',
      'v2.',
      'v2..',
      'plain',
    ])
      await expect(secrets.open(changed, purpose), changed).rejects.toMatchObject({
        code: 'unreadable_secret',
      });
  });

  test('are opened for the company and the use they were sealed for, and for no other', async () => {
    const secrets = create();
    const sealed = await secrets.seal('hush', purpose);
    const others: SealPurpose[] = [
      { companyId: 'other', use: 'credentials' },
      { companyId: 'acme', use: 'webhook' },
      { companyId: '', use: 'answer' },
    ];
    for (const other of others)
      await expect(secrets.open(sealed, other), JSON.stringify(other)).rejects.toMatchObject({
        code: 'unreadable_secret',
      });
  });

  test('know what they would seal the same way today', async () => {
    const secrets = create();
    expect(await secrets.isCurrent(await secrets.seal('hush', purpose))).toBe(true);
    expect(
      await secrets.isCurrent('v1.34915ca3._tqc4pLk9tH-n8jdI1tVwk0FXR1O59IHhVx6Rr1T87qyYpujc8uNmg'),
    ).toBe(false);
  });
}
