import { describe, expect, test } from 'vitest';
import { type Open, offered } from '../platform-under-test.ts';

export function choicesSuite(open: Open): void {
  describe('choices', () => {
    test('lists what settings are chosen from, each with an id and a name', async (context) => {
      const at = await open();
      const choices = offered(context, 'choices', at.platform.choices);
      for (const [name, form] of Object.entries(choices.kinds)) {
        if (form.of !== undefined || form.searchOnly) continue;
        const kind = name as keyof typeof choices.kinds;
        const all = await choices.list(at.access, { kind });
        for (const { id, name: called } of all) expect([id === '', called === '']).toEqual([false, false]);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      }
    });
  });
}
