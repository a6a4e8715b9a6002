import { platformModules } from '../../../../adapters/platforms/registry.ts';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import type { AccountKey } from '../../../../core/base/account-key.ts';
import { listComments } from '../../../../core/features/comments/list.ts';
import { runCommentsPass } from '../../../../core/features/comments/pass.ts';
import type { CommentQuery, CommentRow } from '../../../../core/features/comments/schema.ts';
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../test-service.ts';

export const account: AccountKey = `primary:${seed.accounts.eur}`;
export const ad = seed.ad(seed.accounts.eur, 'sales', 1);

const twoPlatforms = platformModules.filter(
  ({ definition }) => definition.id === 'primary' || definition.id === 'short-video',
);

export interface CommentsFixture extends TestService {
  /** Has people comment on the ad of the stage. */
  arrive(order: object): Promise<void>;
  /** Passes over the account as its job would, until there is nothing left to do now. */
  pass(key?: AccountKey): Promise<void>;
  rows(query?: CommentQuery): Promise<readonly CommentRow[]>;
  /** The comment with this text in the feed of the page. */
  row(text: string): Promise<CommentRow>;
}

/** A service with two platforms that have comments, and a company whose comments are watched. */
export async function commentsFixture(
  options: Partial<TestServiceOptions> = {},
): Promise<CommentsFixture> {
  const service = await createTestService({ platforms: twoPlatforms, ...options });
  const { ports, companyId } = service;
  const fixture: CommentsFixture = {
    ...service,
    arrive: async (order) =>
      void (await service.control('POST', 'comments', { platform: 'meta', ...order })),
    async pass(key = account) {
      for (let turns = 0; turns < 50; turns += 1)
        if ((await runCommentsPass(ports, companyId, key, () => false)) === undefined) return;
      throw new Error('The pass never ended.');
    },
    rows: async (query = {}) =>
      (await listComments(ports, companyId, { limit: 200, ...query })).data,
    async row(text) {
      const found = (await fixture.rows()).find(
        (each) => each.text === text && each.placement === 'feed',
      );
      if (found === undefined) throw new Error(`There is no comment "${text}".`);
      return found;
    },
  };
  return fixture;
}

/** Lets time pass until threads in which people write are read again, and reads them. */
export async function later(fixture: CommentsFixture, ms = 6 * 60_000): Promise<void> {
  await fixture.clock.sleep(ms);
  await fixture.pass();
}
