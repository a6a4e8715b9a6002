import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MARK_LENGTH,
  markedFilename,
  mediaUrl,
  parseMediaUrl,
  safeFilename,
  unmarkedFilename,
} from '../../../core/media/filename.ts';

test.each([
  ['cat.png', 'png', 'cat.png'],
  ['CAT.PNG', 'png', 'CAT.png'],
  ['cat', 'jpeg', 'cat.jpg'],
  ['cat.jpeg', 'jpeg', 'cat.jpeg'],
  ['photo.webp', 'jpeg', 'photo.jpg'],
  ['Spring sale 1x1.v2.mp4', 'mp4', 'Spring sale 1x1.v2.mp4'],
  ['../../etc/passwd', 'png', 'passwd.png'],
  ['C:\\Users\\me\\video.mov', 'mov', 'video.mov'],
  ['.htaccess', 'png', 'htaccess.png'],
  ['<script>.png', 'png', 'script.png'],
  ['a\r\nSet-Cookie: x.png', 'png', 'a-Set-Cookie- x.png'],
  ['ру́сский фильм.mp4', 'mp4', 'ру́сский фильм.mp4'],
  ['', 'png', 'file.png'],
  ['...', 'png', 'file.png'],
  ['a\u202egnp.exe', 'png', 'a-gnp.exe.png'],
] as const)('%j of %s becomes %j', (original, format, name) => {
  expect(safeFilename(original, format)).toBe(name);
});

test('whatever the name, the result is one harmless path segment that comes back from its address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (original) => {
      const name = safeFilename(original, 'png');
      expect(name).toMatch(/^[^/\\\p{Cc}"<>|:*?%#&;]+\.png$/u);
      expect(name).not.toMatch(/^\./);
      expect([...name].length).toBeLessThanOrEqual(124);
      const url = mediaUrl('https://slipway.test', 'co_1', name);
      expect(parseMediaUrl('https://slipway.test', url)).toEqual({
        companyId: 'co_1',
        filename: name,
      });
    }),
  );
});

test('a mark goes before the ending', () => {
  expect(markedFilename('a.b.png', 'x7')).toBe('a.b-x7.png');
});

test('a mark can be taken off, and nothing else is', () => {
  expect(unmarkedFilename(markedFilename('a_9x16.png', '4x5'.padEnd(MARK_LENGTH, 'Q')))).toBe(
    'a_9x16.png',
  );
  expect(unmarkedFilename('hero-1080x1350.png')).toBe('hero-1080x1350.png');
});

test.each([
  ['https://slipway.test/media/co_1/a.png', true],
  ['https://slipway.test/media/co_1/a.png?v=1#x', true],
  ['http://127.0.0.1:9999/media/co_1/a.png', true],
  ['http://localhost/media/co_1/a.png', true],
  ['https://slipway.test.evil.example/media/co_1/a.png', false],
  ['https://evil.example/?https://slipway.test/media/co_1/a.png', false],
  ['https://slipway.test@evil.example/media/co_1/a.png', false],
  ['https://slipway.test/media/co_1/a/b.png', false],
  ['https://slipway.test/other/media/co_1/a.png', false],
  ['https://slipway.test/media/co_1/%E0%A4%A.png', false],
  ['ftp://slipway.test/media/co_1/a.png', false],
])('%s is ours: %s', (url, ours) => {
  expect(parseMediaUrl('https://slipway.test', url) !== undefined).toBe(ours);
});
