import { business, type House, type Kind, type Request, tree } from './kind.ts';

const soon = ({ world }: House) => new Date(world.clock.now() + 300_000).toISOString();
const ending = (house: House, entityIds: readonly string[] | undefined): Request => ({
  path: '/v1/manage/update-status',
  body: { ...business, entityIds, endTime: soon(house) },
});

export const ends: readonly Kind[] = [
  {
    title: 'the end of an ad set',
    prepare: async (house) => ending(house, (await tree(house, [0])).adSets),
    counts: { 'set adsets': 1 },
  },
  {
    title: 'the end of an ad, by that of its ad set',
    prepare: async (house) => ending(house, (await tree(house, [1])).ads[0]),
    counts: { 'set adsets': 1 },
  },
  {
    title: 'the end of two ads, by pausing them then',
    prepare: async (house) => ending(house, (await tree(house, [3])).ads[0]?.slice(1)),
    counts: { 'set ads': 2 },
    values: [{ kind: 'ads', data: { status: 'PAUSED' } }],
  },
];
