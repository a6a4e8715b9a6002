import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createWorld, memoryState } from '../../../adapters/sandbox/world.ts';

const spot = (id: string, data: object) => ({
  id,
  kind: 'spots',
  company: 'c1',
  parents: ['radio', 'evening'],
  data: JSON.parse(JSON.stringify(data)),
});

test('entities that say the same share one copy of it, and a change of one changes no other', () => {
  const world = createWorld({ clock: createManualClock(0), seed: 1, state: memoryState() });
  const features = { jingle: { status: 'OFF' }, voices: ['low', 'high'] };
  const one = world.add(spot('spot:1', { name: 'One', features }));
  const two = world.add(spot('spot:2', { name: 'Two', features }));
  expect(two).toMatchObject({ parents: ['radio', 'evening'], data: { name: 'Two', features } });
  expect(two.data.features).toBe(one.data.features);
  expect(two.parents).toBe(one.parents);

  world.change('spot:1', { features: { ...features, jingle: { status: 'ON' } } }, ['radio']);
  expect(world.get('spot:1')?.data).toEqual({
    name: 'One',
    features: { ...features, jingle: { status: 'ON' } },
  });
  expect(world.get('spot:2')?.data).toEqual({ name: 'Two', features });
  expect([world.under('spots', 'evening'), world.under('spots', 'radio')]).toEqual([
    ['spot:2'],
    ['spot:1', 'spot:2'],
  ]);
});

test('many values that differ are kept as they are', () => {
  const world = createWorld({ clock: createManualClock(0), seed: 1, state: memoryState() });
  for (let i = 0; i < 1_200; i++) world.add(spot(`spot:${i}`, { order: { place: i } }));
  expect(world.entities('spots').map(({ data }) => data)).toEqual(
    Array.from({ length: 1_200 }, (_, i) => ({ order: { place: i } })),
  );
});
