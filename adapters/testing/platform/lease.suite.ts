import { describe, expect, test } from 'vitest';
import type { Access } from '../../../core/ports/platform-accounts.ts';
import {
  type Declaring,
  explained,
  offered,
  type PlatformUnderTest,
} from '../platform-under-test.ts';
import { failuresOf, questionsOf } from './questions.ts';

/** Asked with credentials alone: there is no work to hand over. */
const withoutAccess = [
  'accounts.list',
  'accounts.token',
  'inspect.accountOf',
  'inspect.debug',
  'inspect.creatives',
];

/** Of workers that may not ask: their token is dead, or another has taken over their work. */
export function leaseSuite({ offers, open }: Declaring): void {
  const refusedWith = async (
    at: PlatformUnderTest,
    [member, ask]: ReturnType<typeof questionsOf>[number],
    access: Access,
    failure: object,
  ): Promise<void> => {
    const failures = await failuresOf(offered(member, ask(at, at.platform, access)));
    expect(failures).toEqual([expect.objectContaining(failure)]);
    for (const each of failures) if (each !== undefined) explained(each);
  };

  describe('a dead token is said to be dead, in words for people', () => {
    test.for(questionsOf(offers))('%s', async (question) => {
      const at = await open();
      const before = await at.held('adSet');
      const failure = { class: 'auth', retryable: false, platform: at.platform.definition.id };
      await refusedWith(at, question, at.deadAccess, failure);
      expect(await at.held('adSet')).toEqual(before);
    });
  });

  describe('nothing is sent for a worker whose work another may have taken over, and the answer says so', () => {
    test.for(questionsOf(offers).filter(([member]) => !withoutAccess.includes(member)))(
      '%s',
      async (question) => {
        const at = await open();
        await at.forgetCounts();
        await refusedWith(
          at,
          question,
          { ...at.access, isLeaseHeld: () => false },
          { class: 'throttled', retryable: true },
        );
        expect(await at.counts()).toEqual({ calls: 0, requests: 0 });
      },
    );
  });
}
