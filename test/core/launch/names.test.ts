import { describe, expect, test } from 'vitest';
import { expandName, nameFaults } from '../../../core/base/name-tokens.ts';
import { dayAt, weekOf } from '../../../core/base/time/days.ts';
import { ratioFromName, shapeOf } from '../../../core/launch/plan/ratio.ts';

const facts = {
  filename: 'Summer Hero_9x16.MP4',
  index: 7,
  // 23:30 UTC on the 14th is already the 15th in Berlin.
  now: Date.UTC(2026, 10, 14, 23, 30),
  timezone: 'Europe/Berlin',
  adSetName: 'Broad DE',
};

describe('names', () => {
  test.each([
    ['{{filename}}.{{filetype}}', 'Summer Hero_9x16.mp4'],
    ['{{index}} {{ index:03 }}', '7 007'],
    ['{{date}}', '2026-11-15'],
    ['{{date:ww-yy}} {{date:dd.MM.yyyy}}', '46-26 15.11.2026'],
    ['{{adset.name}} / x', 'Broad DE / x'],
    ['{{batch}}-{{id}}', '{{batch}}-{{id}}'],
  ])('%s becomes %s', (pattern, name) => {
    expect(expandName(pattern, facts)).toBe(name);
  });

  test('batch and id are filled in once they are known', () => {
    expect(expandName('{{batch}}-{{id}}', { ...facts, batch: 'xkq', id: 12 })).toBe('xkq-12');
  });

  test.each(['{{campaign.name}}', '{{index:3}}', '{{date:HH}}', '{{}}', '{{Filename}}'])(
    '%s is not a token',
    (token) => {
      expect(nameFaults(`a ${token}`, 'ads[0].adName')).toEqual([
        {
          path: 'ads[0].adName',
          code: 'unknown_token',
          message: expect.stringContaining('{{filename}}'),
        },
      ]);
    },
  );

  test('an unknown time zone falls back to UTC instead of failing a launch', () => {
    expect(dayAt(facts.now, 'Mars/Olympus')).toBe('2026-11-14');
  });

  test.each([
    ['2026-01-01', 1],
    ['2027-01-01', 53],
    ['2024-12-30', 1],
    ['2026-11-15', 46],
  ])('%s lies in ISO week %i', (day, week) => {
    expect(Number(weekOf(day).slice(-2))).toBe(week);
  });
});

describe('ratios', () => {
  test.each([
    ['hero_9x16.mp4', 9 / 16],
    ['banner-1080x1350-v2.png', 0.8],
    ['4X5 teaser.jpg', 0.8],
    ['1.91x1.jpg', 1.91],
    ['2x speed 16x9.mov', 16 / 9],
  ])('%s states its ratio', (name, ratio) => {
    expect(ratioFromName(name)).toBeCloseTo(ratio);
  });

  test.each(['hero.mp4', 'iphone15.png', '20x1.png', 'v1x.png'])('%s states none', (name) => {
    expect(ratioFromName(name)).toBeUndefined();
  });

  test.each([
    [9 / 16, 'vertical'],
    [0.7, 'vertical'],
    [0.8, 'portrait'],
    [0.9, 'square'],
    [1, 'square'],
    [1.1, 'landscape'],
    [16 / 9, 'landscape'],
  ])('%f is %s', (ratio, shape) => {
    expect(shapeOf(ratio)).toBe(shape);
  });
});
