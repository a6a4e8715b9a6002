import { describe, expect, test } from 'vitest';
import { type Declaring, explained, offered } from '../platform-under-test.ts';
import { failuresOf, questionsOf } from './questions.ts';

/** Asked with credentials alone: there is no work to hand over. */
const withoutAccess = ['accounts.list', 'accounts.token', 'inspect.accountOf', 'inspect.debug', 'inspect.creatives'];

export function leaseSuite({ offers, open }: Declaring): void {
  describe('nothing is sent for a worker whose work another may have taken over, and the answer says so', () => {
    test.for(questionsOf(offers).filter(([member]) => !withoutAccess.includes(member)))('%s', async ([member, ask]) => {
      const at = await open();
      await at.forgetCounts();
      const access = { ...at.access, isLeaseHeld: () => false };
      const failures = await failuresOf(offered(member, ask(at, at.platform, access)));
      expect(failures).toHaveLength(1);
      for (const failure of failures) {
        expect(failure).toMatchObject({ class: 'throttled', retryable: true });
        if (failure !== undefined) explained(failure);
      }
      expect(await at.counts()).toEqual({ calls: 0, requests: 0 });
    });
  });
}
