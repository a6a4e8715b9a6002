import { afterAll, beforeAll, expect, test } from 'vitest';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { pin } from '../../adapters/sandbox/pinterest/seed/ids.ts';
import { photoMessaging } from '../../adapters/sandbox/snapchat/seed/ids.ts';
import { shortVideo } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
let url: string;
beforeAll(async () => {
  fixture = await startServiceFixture();
  url = (await fixture.uploadAs('tall.png', await png(1080, 1920))).url;
});
afterAll(() => fixture.worker.stop());

const plan = async (...ads: readonly object[]): Promise<readonly string[]> => {
  const sent = ads.map((ad) => ({ link: 'https://shop.example/', media: [{ url }], ...ad }));
  const { status, body } = await fixture.call('POST', '/v1/launch/plan', { body: { ads: sent } });
  expect([status, body.error?.details]).toEqual([200, undefined]);
  const told = ['unknown_identity', 'same_name', 'insecure_link', 'text_too_long'];
  return body.warnings.flatMap(({ path, code }: { path: string; code: string }) =>
    told.includes(code) ? [`${path} ${code}`] : [],
  );
};

const { eur } = seed.accounts;
const [adSet, other] = seed.emptyAdSets(eur, 'traffic');
const primary = {
  adName: 'Boat',
  adAccountId: eur,
  page: seed.page,
  secondary: seed.profile,
  adSets: [adSet],
};

test('names that ads share, links without encryption and headlines that are too long are told', async () => {
  expect(
    await plan(primary, { ...primary, adName: 'Other' }, { ...primary, adSets: [other] }),
  ).toEqual([]);
  expect(await plan(primary, { ...primary, adName: 'Other' }, primary)).toEqual([
    'ads[2].adName same_name',
  ]);
  expect(
    await plan({ ...primary, adName: 'Boat {{index}}' }, { ...primary, adName: 'Boat {{index}}' }),
  ).toEqual([]);
  expect(await plan({ ...primary, link: 'http://shop.example/' })).toEqual([
    'ads[0].link insecure_link',
  ]);
  expect(await plan({ ...primary, title: 'x'.repeat(255) })).toEqual([]);
  expect(await plan({ ...primary, title: 'x'.repeat(300) })).toEqual([
    'ads[0].title text_too_long',
  ]);
});

const network = professionalNetwork.accounts.eur;
const ofNetwork = {
  adName: 'Walk',
  adAccountId: network,
  adAccountType: 'linkedin',
  description: 'What it says',
  title: 'Look',
  adSets: [professionalNetwork.emptyCampaigns(network, 'visits')[0]],
  organizationId: professionalNetwork.organization,
};
const film = shortVideo.accounts.eur;
const ofFilm = {
  adName: 'Film',
  adAccountId: film,
  adAccountType: 'tiktok',
  description: 'What it says',
  adSets: [shortVideo.emptyAdGroups(film, 'traffic')[0]],
  selectedShortVideoUserAccount: shortVideo.identities.custom.id,
};
const photo = photoMessaging.accounts.eur;
const ofPhoto = {
  adName: 'Photo',
  adAccountId: photo,
  adSets: [photoMessaging.emptyAdSquads(photo, 'traffic')[0]],
  title: 'Look',
  cta: 'MORE',
  photoMessagingBrandName: 'Brand',
  photoMessagingProfileId: photoMessaging.profiles.brand,
};
const board = pin.accounts.eur;
const ofPin = {
  adName: 'Pin',
  adAccountId: board,
  adAccountType: 'pinterest',
  adSets: [pin.emptyAdGroups(board, 'consideration')[0]],
  title: 'Boat',
  pinBoardId: pin.boards.ads,
};

test.each([
  ['primary', primary, { page: '999' }],
  ['professional network', ofNetwork, { organizationId: '999' }],
  ['short video', ofFilm, { selectedShortVideoUserAccount: '7999999999999999999' }],
  ['photo messaging', ofPhoto, { photoMessagingProfileId: '00000000-0000-4000-8000-000000000000' }],
  ['pin', ofPin, { pinBoardId: '999' }],
])('an identity that is not ours is told before the launch: %s', async (_, ad, wrong) => {
  expect(await plan(ad)).toEqual([]);
  expect(await plan({ ...ad, ...wrong })).toEqual([
    `ads[0].${Object.keys(wrong)[0]} unknown_identity`,
  ]);
});

test('each platform has its own limits for texts', async () => {
  expect(await plan({ ...ofNetwork, title: 'x'.repeat(201) })).toEqual([
    'ads[0].title text_too_long',
  ]);
  for (const [ad, field, length] of [
    [ofPhoto, 'title', 35],
    [ofPin, 'title', 101],
    [ofFilm, 'description', 101],
  ] as const) {
    const body = {
      ads: [
        { link: 'https://shop.example/', media: [{ url }], ...ad, [field]: 'x'.repeat(length) },
      ],
    };
    const refused = await fixture.call('POST', '/v1/launch/plan', { body });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, `ads[0].${field}`]);
  }
});
