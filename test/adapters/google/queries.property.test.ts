import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkQuery } from '../../../adapters/platforms/google/own/query.ts';
import { SlipwayError } from '../../../core/base/errors.ts';
import { googleAtSandbox } from './google-at-sandbox.ts';
import { anything, query } from './random-queries.ts';

test('no query makes the platform stumble, and what is no SELECT is never answered', async () => {
  const at = googleAtSandbox();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: query }, { weight: 1, arbitrary: anything }),
      async (text) => {
        const { status, body } = await at.search(text);
        expect([200, 400]).toContain(status);
        if (status === 200) expect(text.trim()).toMatch(/^select\s/i);
        else expect(body.error.status).toBe('INVALID_ARGUMENT');
      },
    ),
    { numRuns: 400 },
  );
});

test('what the adapter lets pass begins with SELECT, and what the platform answers the adapter lets pass', async () => {
  const at = googleAtSandbox();
  const passes = (text: string): boolean => {
    try {
      checkQuery(text);
      return true;
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      expect(error.details).toMatchObject([{ path: 'query' }]);
      return false;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, anything), async (text) => {
      if (passes(text)) expect(text.trim()).toMatch(/^select\s/i);
      else expect((await at.search(text)).status).toBe(400);
    }),
    { numRuns: 300 },
  );
});
