import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Crowd } from '../../core/base/schema/bounds.ts';
import { crowdIn } from '../../server/http/json-crowd.ts';
import { startHarness } from './harness.ts';

/** Counted in what the text means. */
function counted(value: unknown): Crowd {
  const none = { values: 0, fields: 0, longestList: 0, largestObject: 0, depth: 0 };
  if (typeof value !== 'object' || value === null)
    return { ...none, texts: typeof value === 'string' ? 1 : 0 };
  const members = Object.values(value) as unknown[];
  const own: Crowd = Array.isArray(value)
    ? { ...none, values: members.length, texts: 0, longestList: members.length }
    : {
        ...none,
        values: members.length,
        fields: members.length,
        texts: 0,
        largestObject: members.length,
      };
  const inner = members.map(counted);
  const sum = (name: 'values' | 'fields' | 'texts'): number =>
    inner.reduce((all, each) => all + each[name], own[name]);
  const most = (name: 'longestList' | 'largestObject' | 'depth'): number =>
    Math.max(own[name], ...inner.map((each) => each[name]));
  return {
    values: sum('values'),
    fields: sum('fields'),
    texts: sum('texts'),
    longestList: most('longestList'),
    largestObject: most('largestObject'),
    depth: most('depth') + 1,
  };
}

test('what stands in the text is what the text means', () => {
  const space = fc.constantFrom(undefined, 1, '\t', ' \r\n');
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), space, (value, indent) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value, null, indent));
      // Two fields of one name count twice in the text, which JSON.stringify never writes.
      expect(crowdIn(bytes)).toEqual(counted(value));
    }),
  );
  for (const text of ['{"a\\"b[{,:":["[,\\\\",{}]}', '[[],[ ],{\n},[[]]]', '"[[[,,,"'])
    expect(crowdIn(new TextEncoder().encode(text))).toEqual(counted(JSON.parse(text)));
});

test('a text that is nested without end is left where it is too deep', () => {
  expect(crowdIn(new TextEncoder().encode('['.repeat(1_000_000))).depth).toBe(65);
});

test('a body of very many small things is refused before it is read, and whatever waits is let in between', async () => {
  let turns = 0;
  const { call } = await startHarness({
    ports: {
      turns: {
        isOver: () => false,
        next: async () => {
          turns += 1;
        },
      },
    },
  });
  const crowded = {
    ads: Array.from({ length: 499 }, () => ({ media: Array.from({ length: 260 }, () => ({})) })),
  };
  const refused = await call('POST', '/v1/launch/plan', { body: crowded });
  expect([refused.status, refused.body.error.details[0].code, turns]).toEqual([
    422,
    'too_many_values',
    1,
  ]);
  const spacious = {
    ads: [{ title: 'x'.repeat(45_000), description: 'x'.repeat(45_000), link: 'x'.repeat(45_000) }],
  };
  expect((await call('POST', '/v1/launch/plan', { body: spacious })).status).toBe(422);
  expect(turns).toBe(3);
});
