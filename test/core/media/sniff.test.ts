import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUploadable, sniff } from '../../../core/media/sniff.ts';
import { avi, gif, jpeg, mp4, png, webp } from '../../samples/media.ts';

const shape = { width: 16, height: 16, seconds: 1, fps: 5 };
const iso = (brand: string): Buffer => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');

test('real files are recognised whatever their name', async () => {
  expect(sniff(await png())).toBe('png');
  expect(sniff(await jpeg())).toBe('jpeg');
  expect(sniff(await webp())).toBe('webp');
  expect(sniff(await gif())).toBe('gif');
  expect(sniff(mp4(shape))).toBe('mp4');
  expect(sniff(mp4({ ...shape, brand: 'qt  ' }))).toBe('mov');
  expect(sniff(avi(shape))).toBe('avi');
});

test.each([
  [iso('heic'), 'heic'],
  [iso('avif'), 'avif'],
  [iso('M4A '), 'm4a'],
  [iso('3gp4'), '3gp'],
  [iso('M4V '), 'mp4'],
  [Buffer.from('\0\0\0\x08wide\0\0\0\0mdat', 'latin1'), 'mov'],
  [Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), 'wav'],
  [Buffer.from('%PDF-1.7'), 'pdf'],
  [Buffer.from('PK\x03\x04'), 'zip'],
  [Buffer.from('1a45dfa3', 'hex'), 'webm'],
  [Buffer.from('<!DOCTYPE html><html>'), 'html'],
  [Buffer.from('<?xml version="1.0"?><svg xmlns="x">'), 'svg'],
  [Buffer.from('{"a":1}'), 'json'],
  [Buffer.from('MZ\x90\0'), 'exe'],
  [Buffer.from('hello'), 'unknown'],
  [Buffer.alloc(0), 'empty'],
])('what is not taken is named: %#', (bytes, name) => {
  expect(sniff(bytes)).toBe(name);
  expect(isUploadable(name)).toBe(name === 'mp4' || name === 'mov');
});

test('no bytes make it stumble', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => typeof sniff(bytes) === 'string'),
  );
});
