import { PlatformError } from '../../core/base/errors.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type { CopyOutcome, CopyRequest } from '../../core/ports/platform-changes.ts';
import type { Created, Creation, CreationRequest } from '../../core/ports/platform-create.ts';
import type { Network } from './network.ts';
import type { Thing, Things } from './things.ts';

/** New campaigns and ad sets, which keep the mark they were made with. */
export const creation = ({ read, write }: Network, things: Things, type: 'campaign' | 'adset'): Creation => {
  const shown = ({ id, name }: Thing): Created => ({ id, record: { id, name }, warnings: [] });
  return {
    check: () => [],
    budgets: ({ dailyBudget }: CreationRequest) =>
      dailyBudget === undefined ? [] : [{ kind: 'daily', amount: dailyBudget, path: 'dailyBudget' }],
    notes: () => ({ warnings: [] }),
    async prepare(access, { name, status = 'PAUSED', dailyBudget, campaignId }) {
      return {
        faults: [],
        async send(mark) {
          const heard = await write(access, `create ${type} ${mark}`, () =>
            things.make({
              type,
              name,
              status,
              account: access.adAccountId,
              asked: mark,
              ...(dailyBudget !== undefined && { dailyBudget }),
              ...(campaignId !== undefined && { parent: campaignId }),
            }),
          );
          if ('refused' in heard) throw new PlatformError(heard.refused);
          return 'answer' in heard ? shown(heard.answer) : heard;
        },
      };
    },
    find: (access, _request, mark) =>
      read(access, `mark ${mark}`, () => {
        const found = things.listed(type, access.adAccountId).find(({ asked }) => asked === mark);
        return found && shown(found);
      }),
  };
};

/** Builds an object anew from another. */
export async function recreate(
  { write }: Network,
  things: Things,
  access: Access,
  { type, sourceId, parentId, status, marker, values }: CopyRequest,
): Promise<CopyOutcome> {
  const heard = await write(access, `copy ${sourceId} ${marker ?? ''}`, () => {
    const source = things.get(sourceId);
    if (source === undefined) return undefined;
    const { id: _id, madeAs: _madeAs, madeAt: _madeAt, listedAt: _listedAt, history: _history, times: _times, ...same } = source;
    const parent = parentId ?? source.parent;
    return things.make({
      ...same,
      status,
      name: `${values?.adName ?? source.name}${marker === undefined ? '' : ` ${marker}`}`,
      asked: `copy of ${sourceId} in ${parent ?? ''} ${marker ?? ''}`,
      copiedFrom: sourceId,
      ...(parent !== undefined && { parent }),
    });
  });
  if ('unanswered' in heard) return { state: 'unknown', failure: heard.unanswered };
  if ('refused' in heard) return { state: 'failed', failure: heard.refused };
  if (heard.answer === undefined) throw new Error('There is no such source.');
  return { state: 'done', id: heard.answer.id, objects: [{ type, sourceId, id: heard.answer.id }] };
}
