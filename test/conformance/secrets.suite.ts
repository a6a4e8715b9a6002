import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Secrets } from '../../core/ports/secrets.ts';

/** What every implementation of the Secrets port must do. */
export function secretsSuite(create: () => Secrets): void {
  test('digest as everybody else does', async () => {
    const secrets = create();
    expect(await secrets.sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const data of ['Größe 👍', new Uint8Array([0, 255])])
      expect(await secrets.sha256(data)).toBe(createHash('sha256').update(data).digest('hex'));
    expect(await secrets.hmacSha256('key', 'Größe')).toBe(createHmac('sha256', 'key').update('Größe').digest('hex'));
  });

  test('make bytes nobody can guess, as many as asked for', () => {
    const secrets = create();
    expect([0, 1, 32, 33, 100].map((count) => secrets.random(count).length)).toEqual([0, 1, 32, 33, 100]);
    expect(Buffer.from(secrets.random(40)).equals(Buffer.from(secrets.random(40)))).toBe(false);
  });

  test('are opened by whoever sealed them, and not when they were changed', async () => {
    const secrets = create();
    const [one, two] = [await secrets.seal('Größe 👍'), await secrets.seal('Größe 👍')];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^[\x21-\x7e]+$/);
    expect(one).not.toContain('Gr');
    expect(await secrets.open(one)).toBe('Größe 👍');
    const half = Math.floor(one.length * 0.7);
    const flipped = `${one.slice(0, half)}${one[half] === 'b' ? 'c' : 'b'}${one.slice(half + 1)}`;
    for (const changed of [`${one}x`, one.slice(0, -1), flipped, one.slice(0, 8), '', 'v1.', 'v1..', 'plain'])
      await expect(secrets.open(changed), changed).rejects.toMatchObject({ code: 'unreadable_secret' });
  });
}
