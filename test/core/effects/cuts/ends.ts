import { type Body, business, type House, type Kind, type Known, type Request, tree } from './kind.ts';
import { holding } from './known.ts';

const soon = ({ world }: House) => new Date(world.clock.now() + 300_000).toISOString();
const ending = (house: House, entityIds: readonly string[] | undefined): Request => ({
  path: '/v1/manage/update-status',
  body: { ...business, entityIds, endTime: soon(house) },
});

const isPause = (details: Body): boolean => details.after.status === 'PAUSED';

const endedAgain: Known = {
  because: 'An end is written down once more by the repeated request, with the end that was set already as the one before.',
  isIt: ({ audit }, whole) => audit.length > whole.audit.length && audit.every(({ action }) => action.endsWith('.status')),
};

export const ends: readonly Kind[] = [
  {
    title: 'the end of an ad set',
    prepare: async (house) => ending(house, (await tree(house, [0])).adSets),
    counts: { 'set adsets': 1 },
    known: { audit: endedAgain },
  },
  {
    title: 'the end of an ad, by that of its ad set',
    prepare: async (house) => ending(house, (await tree(house, [1])).ads[0]),
    counts: { 'set adsets': 1 },
    known: {
      answer: {
        because: 'The repeated request finds that the ad set ends, and takes that for the wish of somebody else.',
        isIt: ({ answer }) => answer.body.results[0].endsBy === 'schedule',
      },
      held: holding({ 'set ads': 1, 'set adsets': 1 }, 'The ad is paused as well then.'),
      audit: endedAgain,
    },
  },
  {
    title: 'the end of two ads, by pausing them then',
    prepare: async (house) => ending(house, (await tree(house, [3])).ads[0]?.slice(1)),
    counts: { 'set ads': 2 },
    values: [{ kind: 'ads', data: { status: 'PAUSED' } }],
    known: {
      answer: {
        because: 'A request that is repeated after the end has come is answered as one that ends the ads now.',
        isIt: ({ answer: { body } }) => body.outcome === 'done' && body.results.every(({ status }: Body) => status === 'PAUSED'),
      },
      audit: {
        because: 'An end is written down once more by the repeated request.',
        isIt: ({ audit }) => audit.filter(({ details }) => isPause(details)).length === 2,
      },
    },
  },
];
