import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import {
  account,
  type Body,
  done,
  type House,
  type Kind,
  type Request,
  tree,
  workedOff,
} from './kind.ts';

const MEDIA = ['https://cdn.example/picture.png', 'https://cdn.example/clip.mp4'];

/** An image and a video in two ad sets each. */
export async function request(house: House): Promise<Request> {
  const { adSets } = await tree(house, [0, 0]);
  await done(house, { path: '/v1/media/hosts', body: { hosts: ['cdn.example'] } }, 'PUT');
  const ad = {
    adName: 'Ad {{index}} in {{adset.name}}',
    adAccountId: account,
    page: seed.page,
    secondary: seed.profile,
    title: 'Title',
    description: 'Text',
    cta: 'LEARN_MORE',
    link: 'https://shop.example/',
    adSets,
  };
  return { path: '/v1/launch', body: { ads: MEDIA.map((url) => ({ ...ad, media: [{ url }] })) } };
}

export const batch = ({ adBatchId }: Body) => [`/v1/batch-status/${adBatchId}`];

export async function launched(house: House): Promise<number> {
  const { adBatchId } = await done(house, await request(house));
  await workedOff(house);
  return adBatchId;
}

export const launch: Kind = {
  title: 'a launch of an image and a video in two ad sets',
  prepare: request,
  shows: batch,
  counts: {
    'made adcreatives': 2,
    'made adimages': 1,
    'made adlabels': 1,
    'made ads': 4,
    'made advideos': 1,
    'made instagram-media': 2,
    'made posts': 2,
  },
  values: [1, 2].flatMap((index) =>
    [0, 1].map((adSet) => ({
      kind: 'ads',
      data: { name: `Ad ${index} in Branch ${adSet}`, status: 'PAUSED' },
    })),
  ),
};
