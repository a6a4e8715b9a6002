import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { machineNow } from '../machine-time.ts';
import { choicesAgain, choicesOf } from './choices.ts';
import { mutations, placeOf } from './mutation-table.ts';
import { runStories, seedOf } from './run.ts';
import { shrunk } from './shrink.ts';
import { type Ended, playAgain, playStory } from './story.ts';
import { walled } from './walls.ts';

test('stories from a seed end well, and are no idyll', async () => {
  const told: string[] = [];
  const report = await runStories({
    seed: 'npm test',
    stories: 50,
    spent: machineNow,
    failed: ({ seed, faults }) => told.push(`${seed}: ${faults.join('; ')}`),
  });
  expect(told).toEqual([]);
  expect(Object.keys(report.faults).length).toBeGreaterThan(14);
  expect(report.states.reached).toMatchObject({
    'sending → done': expect.any(Number),
    'sending → unknown': expect.any(Number),
    'unknown → done': expect.any(Number),
    'unknown → pending': expect.any(Number),
  });
});

describe('a story', () => {
  test('is the same each time, byte for byte, from its seed and from its choices', async () => {
    for (let story = 0; story < 6; story += 1) {
      const first = await playStory(seedOf('same', story));
      expect((await playStory(seedOf('same', story))).history).toEqual(first.history);
      expect((await playAgain(first.seed, first.choices)).history).toEqual(first.history);
    }
  });

  test('has no time and no chance of the machine', () => {
    const takeDown = walled(() => 'an id');
    try {
      const { now } = Date;
      expect(now).toThrow('time of the machine');
      expect(() => Reflect.construct(Date, [])).toThrow('date of its own');
      expect(new Date(0).getTime()).toBe(0);
      expect(() => Math.random()).toThrow('Math.random');
      expect(() => setTimeout(() => undefined, 1)).toThrow('setTimeout');
      expect(() => crypto.getRandomValues(new Uint8Array(1))).toThrow('getRandomValues');
      expect(crypto.randomUUID()).toBe('an id');
    } finally {
      takeDown();
    }
    expect(Math.random()).toBeLessThan(1);
  });

  test('that fails is shrunk to the choices that matter', async () => {
    const play = async (seed: string, choices: Ended['choices']): Promise<Ended> => {
      const again = choicesAgain(choices);
      const sum = again.int('one', 100) + again.int('two', 100);
      const faults = sum > 120 ? [`the sum is ${sum}`] : [];
      return {
        seed,
        faults,
        history: [],
        choices: again.made,
        events: 0,
        simulatedMs: 0,
        struck: new Map(),
      };
    };
    const noise = choicesOf('noise');
    for (let i = 0; i < 50; i += 1) noise.int('three', 100);
    const failed = await play('seed', [...noise.made, ['one', 70], ['two', 60]]);
    const { choices } = await shrunk(
      { ...failed, choices: [...noise.made, ['one', 70], ['two', 60]] },
      500,
      play,
    );
    expect(choices).toEqual([
      ['one', 70],
      ['two', 60],
    ]);
  });
});

test('every fault that is put in on purpose has its place', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const lost = Object.entries(mutations).filter(
    ([, { file, text, also }]) =>
      ![text, ...(also ? [also.text] : [])].every((each) =>
        placeOf(each).test(readFileSync(join(root, file), 'utf8')),
      ),
  );
  expect(lost.map(([what]) => what)).toEqual([]);
});
