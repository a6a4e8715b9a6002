import { describe, expect, test } from 'vitest';
import { type Declaring, explained, offered } from '../platform-under-test.ts';
import { failuresOf, questionsOf } from './questions.ts';

export function deadTokenSuite({ offers, open }: Declaring): void {
  describe('a dead token is said to be dead, in words for people', () => {
    test.for(questionsOf(offers))('%s', async ([member, ask]) => {
      const at = await open();
      const before = await at.held('adSet');
      const failures = await failuresOf(offered(member, ask(at, at.platform, at.deadAccess)));
      expect(failures).toHaveLength(1);
      for (const failure of failures) {
        expect(failure).toMatchObject({ class: 'auth', retryable: false, platform: at.platform.definition.id });
        if (failure !== undefined) explained(failure);
      }
      expect(await at.held('adSet')).toEqual(before);
    });
  });
}
