import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFunctionAt, ownRoutes, reaches } from '../../build/parity.ts';
import { createSlipway, type Slipway } from '../../server/embed/embed.ts';

let slipway: Slipway;
beforeAll(async () => {
  slipway = await createSlipway({ work: false });
});
afterAll(() => slipway.close());

test.each(reaches().map((reach) => [reach.operation, reach] as const))(
  '%s is reached through every door',
  (name, reach) => {
    expect(reach).toMatchObject({
      rest: expect.stringMatching(/^[A-Z]+ \//),
      client: true,
      commandLine: true,
    });
    expect(isFunctionAt(slipway as unknown as { [name: string]: unknown }, name)).toBe(true);
    expect(reach.model).toMatch(/^(a plan|call_action|not: .+)$/);
  },
);

test('what only HTTP has says why', () => {
  for (const [route, reason] of ownRoutes())
    expect([route, reason.length > 10]).toEqual([route, true]);
});
