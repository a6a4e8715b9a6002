import { expect, test } from 'vitest';
import { createJsonLog } from '../../../adapters/runtime/json-log.ts';

test('an event is one line of JSON with its time and level', () => {
  const lines: string[] = [];
  createJsonLog('info', (line) => lines.push(line)).warn('thing.happened', {
    count: 2,
    name: 'a\nb',
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    event: 'thing.happened',
    count: 2,
    name: 'a\nb',
    time: expect.any(String),
  });
});

test('quieter levels are left out', () => {
  const lines: string[] = [];
  const log = createJsonLog('error', (line) => lines.push(line));
  log.info('a');
  log.warn('b');
  log.error('c');
  expect(lines).toHaveLength(1);
});

test('steps are told to whoever looks for a fault, and to nobody else', () => {
  const lines: string[] = [];
  createJsonLog('debug', (line) => lines.push(line)).debug('step');
  createJsonLog('info', (line) => lines.push(line)).debug('step');
  expect(lines).toEqual([expect.stringContaining('"level":"debug","event":"step"')]);
});

test.each([
  `ak_${'0123456789abcdef'.repeat(4)}`,
  'Authorization: Bearer abcdefghijklmnop',
  'GET https://graph.example/me?access_token=SECRETSECRET&limit=1',
  '{"accessToken":"x","access_token":"SECRETSECRET"}',
  'postgres://user:SECRETSECRET@db:5432/slipway',
])('a secret in %j is struck out', (text) => {
  const lines: string[] = [];
  createJsonLog('info', (line) => lines.push(line)).error('failed', { error: text });
  expect(lines[0]).not.toMatch(/SECRETSECRET|abcdefghijklmnop|0123456789abcdef/);
});

test('a writer that fails stops nobody', () => {
  const log = createJsonLog('info', () => {
    throw new Error('the pipe is closed');
  });
  expect(() => log.info('a')).not.toThrow();
});
