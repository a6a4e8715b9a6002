import { expect, test } from 'vitest';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  profile,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

const account = shortVideo.accounts.smart;
const own = { selectedShortVideoUserAccount: profile, shortVideoMusicId: '1' };
const [manualGroup = '', otherGroup = ''] = shortVideo.emptyAdGroups(account, 'traffic');

async function rejected(
  at: TiktokAtSandbox,
  adGroup = at.smartAdGroup(),
  name = 'Rejected',
): Promise<string> {
  await at.fault({ fault: 'review-rejected', times: 1 });
  const id = refOf(
    await sendOne(
      at,
      await adOperation(at, adOf(at, { platformFields: own, paused: false }), adGroup, { name }),
    ),
  );
  await at.clock.sleep(60_000);
  return id;
}

async function appealed(at: TiktokAtSandbox, ids: readonly string[], mayBeAsked = false) {
  const results = await at.platform.edit.appeal(
    at.access,
    ids.map((id) => ({ id, reason: 'It is allowed.', mayBeAsked })),
  );
  return results.map(({ failure }) => failure?.message);
}

const sentTo = (at: TiktokAtSandbox, path: string) =>
  at.sent.flatMap(({ url, body }) =>
    new URL(url).pathname.endsWith(`/v1.3/${path}/`) ? [body] : [],
  );

const told = async (at: TiktokAtSandbox, id: string) =>
  (await at.platform.delivery?.read(at.access, { type: 'ad', ids: [id], estimate: false }))?.[0];

test('a rejected Smart+ ad is appealed once, and its review tells the result', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const id = await rejected(at);
  expect(await appealed(at, [id])).toEqual([undefined]);
  expect(sentTo(at, 'smart_plus/ad/appeal')).toEqual([
    { advertiser_id: account, smart_plus_ad_id: id, appeal_reason: 'It is allowed.' },
  ]);
  expect(await told(at, id)).toMatchObject({
    rejections: [{ message: expect.stringContaining('APPEALING') }],
  });
  expect(await appealed(at, [id])).toEqual([undefined]);
  expect(sentTo(at, 'smart_plus/ad/appeal')).toHaveLength(1);
  await at.clock.sleep(60_000);
  expect(await told(at, id)).toMatchObject({
    effectiveStatus: 'AD_STATUS_DELIVERY_OK',
    rejections: [],
  });
});

test('manual ads are appealed with their ad group, those of one in one appeal', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const [one, two] = [
    await rejected(at, manualGroup, 'One'),
    await rejected(at, manualGroup, 'Two'),
  ];
  const alone = await rejected(at, otherGroup, 'Alone');
  expect(await told(at, one)).toMatchObject({
    effectiveStatus: 'AD_STATUS_AUDIT_DENY',
    rejections: [{ where: 'UNAVAILABLE', message: expect.stringContaining('NOT_APPEALED') }],
  });
  await at.fault({ fault: 'appeal-fails', times: 1 });
  expect(await appealed(at, [one, alone, two])).toEqual([undefined, undefined, undefined]);
  expect(sentTo(at, 'adgroup/appeal')).toEqual([
    { advertiser_id: account, adgroup_id: manualGroup, appeal_reason: 'It is allowed.' },
    {
      advertiser_id: account,
      adgroup_id: otherGroup,
      ad_id: alone,
      appeal_reason: 'It is allowed.',
    },
  ]);
  expect(await appealed(at, [two])).toEqual([expect.stringContaining('looks at an appeal')]);
  await at.clock.sleep(60_000);
  expect(await told(at, one)).toMatchObject({
    rejections: [{ message: expect.stringContaining('APPEAL_FAILED') }],
  });
  expect(await told(at, alone)).toMatchObject({
    effectiveStatus: 'AD_STATUS_DELIVERY_OK',
    rejections: [],
  });
});

test('what is not rejected, not reviewed or not there is not sent, and TikTok’s refusal is told in its words', async () => {
  const at = await tiktokAtSandbox({ account: 'smart' });
  const good = [shortVideo.smart.ad(account, 'web', 1), shortVideo.ad(account, 'traffic', 1)];
  const fresh = refOf(
    await sendOne(at, await adOperation(at, adOf(at, { platformFields: own }), at.smartAdGroup())),
  );
  expect(await appealed(at, [...good, fresh, '404'])).toEqual([
    expect.stringContaining('has not rejected'),
    expect.stringContaining('has not rejected'),
    expect.stringContaining('no review'),
    expect.stringContaining('no object 404'),
  ]);
  expect(sentTo(at, 'smart_plus/ad/appeal')).toEqual([]);
  const id = await rejected(at, at.smartAdGroup(1));
  await at.fault({
    fault: 'error',
    path: '/smart_plus/ad/appeal',
    code: 40002,
    message: 'The appeal quota is used up.',
  });
  expect(await appealed(at, [id])).toEqual([
    expect.stringContaining('The appeal quota is used up.'),
  ]);
});

test.each([
  ['answer-lost', 'Smart+', undefined],
  ['answer-lost', 'manual', undefined],
  ['transient', 'Smart+', 'transient'],
])(
  'after %s an appeal of a %s ad is looked for and never sent twice',
  async (fault, family, left) => {
    const at = await tiktokAtSandbox({ account: 'smart' });
    const id = await rejected(at, family === 'manual' ? manualGroup : at.smartAdGroup());
    await at.fault({ fault, path: '*/appeal', times: 1 });
    const [result] = await at.platform.edit.appeal(at.access, [{ id, mayBeAsked: false }]);
    expect(result?.failure?.class).toBe(left);
    const count = sentTo(at, 'smart_plus/ad/appeal').length + sentTo(at, 'adgroup/appeal').length;
    expect(count).toBe(1);
    const [again] = await at.platform.edit.appeal(at.access, [{ id, mayBeAsked: true }]);
    expect(again?.failure?.class).toBe(left);
    expect(sentTo(at, 'smart_plus/ad/appeal').length + sentTo(at, 'adgroup/appeal').length).toBe(
      count,
    );
  },
);
