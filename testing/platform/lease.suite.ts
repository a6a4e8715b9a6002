import { describe, expect, test } from 'vitest';
import { explained, type Open, offered } from '../platform-under-test.ts';
import { failuresOf, questions } from './questions.ts';

/** Asked with credentials alone: there is no work to hand over. */
const withoutAccess = ['accounts.list', 'inspect.accountOf', 'inspect.debug', 'inspect.creatives'];

export function leaseSuite(open: Open): void {
  describe('nothing is sent for a worker whose work another may have taken over, and the answer says so', () => {
    test.for(Object.entries(questions).filter(([member]) => !withoutAccess.includes(member)))(
      '%s',
      async ([member, ask], context) => {
        const at = await open();
        await at.forgetCounts();
        const access = { ...at.access, isLeaseHeld: () => false };
        const failures = await failuresOf(offered(context, member, ask(at, at.platform, access)));
        expect(failures).toHaveLength(1);
        for (const failure of failures) {
          expect(failure).toMatchObject({ class: 'throttled', retryable: true });
          if (failure !== undefined) explained(failure);
        }
        expect(await at.counts()).toEqual({ calls: 0, requests: 0 });
      },
    );
  });
}
