import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { connectionKind } from '../../../core/accounts/records.ts';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { adCreativeSpecs } from '../../../core/manage/inspect/ad-creative-specs.ts';
import { adDebugData } from '../../../core/manage/inspect/ad-debug.ts';
import { adPreview } from '../../../core/manage/inspect/ad-preview.ts';
import { listAds } from '../../../core/manage/inspect/list-ads.ts';
import { deleteRequest } from '../../../core/manage/schema/edit.ts';
import * as inspect from '../../../core/manage/schema/inspect.ts';
import { createTwoPlatforms, shortVideo, type TwoPlatforms } from '../../two-platforms.ts';
import { parsed, refusal } from './manage-fixture.ts';

const account = shortVideo.accounts.usd;
const theirAd = shortVideo.ad(account, 'traffic', 1);
const ourAd = seed.ad('act_1001', 'traffic', 1);

const list = ({ ports, caller }: TwoPlatforms, query: object) =>
  listAds(ports, caller, parsed(inspect.listAdsRequest, query));

describe('an object alone, in a company with accounts on two platforms,', () => {
  test('is found on either: the ads of an ad set', async () => {
    const fixture = await createTwoPlatforms();
    const theirs = await list(fixture, {
      adSetId: shortVideo.deliveringAdGroup(account, 'traffic'),
    });
    expect(theirs.data.map(({ id }) => id)).toContain(theirAd);
    const ours = await list(fixture, { adSetId: seed.deliveringAdSet('act_1001', 'traffic') });
    expect(ours.data.map(({ id }) => id)).toContain(ourAd);
    expect(await refusal(list(fixture, { adSetId: '404' }))).toMatchObject({
      code: 'not_found',
      paths: ['adSetId'],
    });
  });

  test('is found on either: ads by their ids', async () => {
    const { ports, caller } = await createTwoPlatforms();
    const adIds = [ourAd, theirAd, '404'];
    const debug = await adDebugData(ports, caller, parsed(inspect.adDebugRequest, { adIds }));
    expect(debug.data.map(({ adId, success }) => [adId, success])).toEqual([
      [ourAd, true],
      [theirAd, true],
      ['404', false],
    ]);
    const specs = await adCreativeSpecs(
      ports,
      caller,
      parsed(inspect.adCreativeSpecsRequest, { adIds }),
    );
    expect(specs.data.map(({ success }) => success)).toEqual([true, true, false]);
    const common = [
      'account_id',
      'created_time',
      'updated_time',
      'campaign',
      'adset',
      'creative',
      'pageMetadata',
      'videoSource',
    ];
    for (const record of debug.data.slice(0, 2))
      expect(Object.keys(record)).toEqual(expect.arrayContaining(common));
    expect(debug.data[1]).toMatchObject({
      account_id: account,
      adset: { id: shortVideo.deliveringAdGroup(account, 'traffic') },
    });
  });

  test('whose platform does not offer what is asked for is told so', async () => {
    const { ports, caller } = await createTwoPlatforms();
    const { 'short-video': theirs } = ports.platforms;
    if (theirs?.inspect === undefined) throw new Error('it looks objects up');
    const { preview: _preview, ...without } = theirs.inspect;
    const platforms = { ...ports.platforms, 'short-video': { ...theirs, inspect: without } };
    const preview = adPreview(
      { ...ports, platforms },
      caller,
      parsed(inspect.adPreviewRequest, { adId: theirAd }),
    );
    expect(await refusal(preview)).toMatchObject({
      code: 'unprocessable_entity',
      reasons: ['unsupported_on_platform'],
    });
  });

  test('that a platform with a dead token may hold is not called missing', async () => {
    const { ports, caller, companyId } = await createTwoPlatforms();
    const { items } = await ports.store.find(connectionKind, companyId, {
      where: { platform: 'short-video' },
    });
    const sealedCredentials = await ports.secrets.seal(JSON.stringify({ accessToken: 'dead' }), {
      companyId,
      use: 'credentials',
    });
    await ports.store.commit(
      items.map(({ id, version, doc }) => ({
        kind: connectionKind,
        companyId,
        id,
        expect: version,
        doc: { ...doc, sealedCredentials },
      })),
    );
    expect(
      await refusal(listAds(ports, caller, parsed(inspect.listAdsRequest, { adSetId: '404' }))),
    ).toMatchObject({
      code: 'platform_error',
    });
    const adIds = [ourAd, '404'];
    const { data } = await adDebugData(ports, caller, parsed(inspect.adDebugRequest, { adIds }));
    expect(data[0]?.success).toBe(true);
    expect(data[1]?.error).not.toContain('does not exist');
  });
});

describe('deleted ads', () => {
  test('of a platform that lists them are those it lists, whoever deleted them', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    const body = { businessId: account, entityType: 'ads', entityIds: [theirAd], confirm: true };
    await deleteEntities(ports, caller, parsed(deleteRequest, body));
    const gone = [theirAd, shortVideo.ad(account, 'traffic', 4)];
    for (const query of [
      { accountId: account },
      { adSetId: shortVideo.deliveringAdGroup(account, 'traffic') },
    ]) {
      const { data, metadata } = await list(fixture, { ...query, status: 'DELETED' });
      expect(metadata).toEqual({ source: 'platform' });
      expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining(gone));
      expect(data.every(({ status }) => status === 'DELETED')).toBe(true);
    }
    expect(await refusal(list(fixture, { accountId: account, after: 'nonsense' }))).toMatchObject({
      paths: ['after'],
    });
  });

  test('of the others are those this service deleted', async () => {
    const fixture = await createTwoPlatforms();
    const { ports, caller } = fixture;
    const body = { businessId: 'act_1001', entityType: 'ads', entityIds: [ourAd], confirm: true };
    await deleteEntities(ports, caller, parsed(deleteRequest, body));
    for (const query of [
      { accountId: 'act_1001' },
      { adSetId: seed.deliveringAdSet('act_1001', 'traffic') },
    ])
      expect(await list(fixture, { ...query, status: 'DELETED' })).toMatchObject({
        data: [{ id: ourAd, status: 'DELETED' }],
        metadata: { source: 'local' },
      });
  });
});
