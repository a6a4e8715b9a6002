import { expect, test } from 'vitest';
import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import { appealAds } from '../../../core/manage/edit/appeal-ads.ts';
import { appealRequest } from '../../../core/manage/schema/edit.ts';
import type { Appeal } from '../../../core/ports/platform-changes.ts';
import { underKey } from '../../under-key.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

const key = { key: 'POST /v1/manage/appeal k1', bodyDigest: 'digest' };

/** A platform that takes appeals, and notes which it was asked for and which it only looked at. */
async function appealing(first?: PlatformFailure) {
  const asked: Appeal[] = [];
  let refusing = first;
  const fixture = await createManageFixture({
    wrap: (platform) => ({
      ...platform,
      ...(platform.edit && {
        edit: {
          ...platform.edit,
          async appeal(_access, appeals) {
            const failure = refusing;
            refusing = undefined;
            if (failure !== undefined) throw new PlatformError(failure);
            asked.push(...appeals);
            return appeals.map(({ id }) => ({ id }));
          },
        },
      }),
    }),
  });
  const { ads } = await fixture.tree([2]);
  const [one = '', two = ''] = ads[0] ?? [];
  const request = parsed(appealRequest, {
    businessId: eur,
    ids: [one, two],
    reason: 'It is allowed.',
  });
  const send = (ports: ManageFixture['ports']) =>
    underKey(ports, caller.companyId, key, (once) => appealAds(ports, caller, request, once));
  return { fixture, asked, send, ids: [one, two] };
}

const sent = (asked: readonly Appeal[]) =>
  asked.filter(({ mayBeAsked }) => !mayBeAsked).map(({ id }) => id);

test.each(
  [1, 2, 3, 4].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]),
)(
  'a process that dies $when commit $at of an appeal sends each ad at most once, and the repetition answers',
  async (death) => {
    const { fixture, asked, send, ids } = await appealing();
    await runUntilCrash(fixture, death, send);
    const { answer } = await send(fixture.ports);
    expect(answer.results.map(({ entityId, outcome }) => [entityId, outcome])).toEqual(
      ids.map((id) => [id, 'done']),
    );
    expect(sent(asked).length).toBeLessThanOrEqual(2);
    expect(new Set(sent(asked)).size).toBe(sent(asked).length);
    expect((await send(fixture.ports)).replayed).toBe(true);
    expect((await fixture.audit()).filter(({ action }) => action === 'ad.appeal')).toHaveLength(2);
  },
);

test('a refusal of all, with nothing asked, leaves the key free', async () => {
  const failure: PlatformFailure = {
    platform: 'primary',
    class: 'transient',
    message: 'The reviews cannot be read.',
    fix: 'Try again.',
    retryable: true,
    traceId: 't1',
  };
  const { fixture, asked, send, ids } = await appealing(failure);
  expect(await refusal(send(fixture.ports))).toMatchObject({ code: 'platform_error' });
  expect((await send(fixture.ports)).replayed).toBe(false);
  expect(sent(asked)).toEqual(ids);
});
