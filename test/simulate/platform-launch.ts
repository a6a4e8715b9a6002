import type { AdPlatform } from '../../core/ports/ad-platform.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type {
  CreativeRemoval,
  LaunchOperation,
  Outcome,
} from '../../core/ports/platform-launch.ts';
import { type Network, TIMES } from './network.ts';
import type { Thing, Things } from './things.ts';

/** How the platform launches: each operation is one request. */
export const launching = (
  { read, write }: Network,
  things: Things,
): NonNullable<AdPlatform['launch']> => ({
  creatives: 'shared',
  waveSize: 5,
  settleMs: TIMES.settleMs,
  answerMs: TIMES.answerMs,
  leavesMarks: true,
  firstLookMs: 5_000,
  creativeKey: () => '',
  cost: (operations) => ({ calls: operations.length, requests: 1 }),
  send: (access, operations) =>
    Promise.all(operations.map((operation) => sendOne(write, things, access, operation))),
  reconcile: (access, operations, taken) =>
    read(access, 'marks', () => {
      const used = new Set(taken);
      return operations.map((operation): Outcome | undefined => {
        const found = [...things.all.values()].find(
          (each) =>
            each.asked === markOf(operation) && !used.has(each.id) && isListed(things, each),
        );
        if (found === undefined) return undefined;
        used.add(found.id);
        return { state: 'done', ref: found.id };
      });
    }),
  removeCreatives: async (access, { ids, batch, gone }) => {
    const removed: CreativeRemoval[] = [];
    for (const id of ids) {
      const heard = await write(access, `remove creative ${id}`, (): CreativeRemoval => {
        if (things.get(id)?.asked.startsWith(`${batch} `) !== true)
          return { state: 'kept', why: 'It is not of this batch.' };
        const shows = [...things.all.values()].some(
          (ad) => ad.creative === id && ad.status !== 'DELETED' && !gone.includes(ad.id),
        );
        if (shows) return { state: 'kept', why: 'An ad shows it.' };
        things.set(id, { status: 'DELETED' });
        return { state: 'removed' };
      });
      removed.push(
        'answer' in heard
          ? heard.answer
          : { state: 'failed', failure: 'refused' in heard ? heard.refused : heard.unanswered },
      );
    }
    return removed;
  },
  managerUrl: ({ adAccountId }, adId) => `https://manager.test/${adAccountId}/${adId}`,
  usage: () => undefined,
});

const isListed = (things: Things, thing: Thing) =>
  things.listed(thing.type, thing.account).includes(thing);

const markOf = ({ batch, id }: LaunchOperation): string => `${batch} ${id}`;

async function sendOne(
  write: Network['write'],
  things: Things,
  access: Access,
  operation: LaunchOperation,
): Promise<Outcome> {
  const heard = await write(access, `launch ${markOf(operation)}`, () =>
    made(things, access, operation),
  );
  if ('answer' in heard) return { state: 'done', ref: heard.answer };
  return 'refused' in heard
    ? { state: 'failed', failure: heard.refused }
    : { state: 'unknown', failure: heard.unanswered };
}

function made(things: Things, { adAccountId }: Access, operation: LaunchOperation): string {
  if (operation.kind === 'ready') return operation.videoId;
  const own = { account: adAccountId, asked: markOf(operation) };
  if (operation.kind === 'creative')
    return things.make({ ...own, type: 'creative', name: operation.id, status: 'ACTIVE' }).id;
  if (operation.kind !== 'ad') return `hash-of-${operation.media.url}`;
  const { name, adSet, creativeId, ad } = operation;
  const status = ad.paused ? 'PAUSED' : 'ACTIVE';
  return things.make({
    ...own,
    type: 'ad',
    name,
    status,
    parent: adSet.id,
    ...(creativeId !== undefined && { creative: creativeId }),
  }).id;
}
