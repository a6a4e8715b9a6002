import { expect } from 'vitest';
import type { Declaring } from '../platform-under-test.ts';

export function choicesSuite({ describeOf, testOf }: Declaring): void {
  describeOf('choices')('choices', () => {
    testOf('choices')(
      'lists what settings are chosen from, each with an id and a name',
      async (at) => {
        const { choices } = at.platform;
        for (const [name, form] of Object.entries(choices.kinds)) {
          if (form.of !== undefined || form.searchOnly) continue;
          const kind = name as keyof typeof choices.kinds;
          const all = await choices.list(at.access, { kind });
          for (const { id, name: called } of all)
            expect([id === '', called === '']).toEqual([false, false]);
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        }
      },
    );
  });
}
