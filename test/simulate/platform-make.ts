import { PlatformError } from '../../core/base/errors.ts';
import type { Created, Creation, CreationRequest } from '../../core/ports/platform-create.ts';
import type { Network } from './network.ts';
import type { Thing, Things } from './things.ts';

/** New campaigns and ad sets, which keep the mark they were made with until they are finished. */
export const creation = (
  { read, write }: Network,
  things: Things,
  type: 'campaign' | 'adset',
): Creation => {
  const shown = ({ id, name }: Thing): Created => ({ id, record: { id, name }, warnings: [] });
  return {
    check: () => [],
    asParent: ({ dailyBudget }) => ({
      objective: 'OUTCOME_TRAFFIC',
      ...(dailyBudget !== undefined && { dailyBudget }),
    }),
    within: () => ({ faults: [], facts: { capacity: 5_000 } }),
    budgets: ({ dailyBudget }: CreationRequest) =>
      dailyBudget === undefined
        ? []
        : [{ kind: 'daily', amount: dailyBudget, path: 'dailyBudget' }],
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
        const found = things
          .listed(type, access.adAccountId)
          .find(({ asked, isFinished }) => asked === mark && !isFinished);
        return found && shown(found);
      }),
    async finish(access, _request, { id }) {
      const heard = await write(access, `finish ${id}`, () => {
        const thing = things.get(id);
        if (thing !== undefined) thing.isFinished = true;
      });
      if ('answer' in heard) return [];
      const failure = 'refused' in heard ? heard.refused : heard.unanswered;
      if (failure.retryable) throw new PlatformError(failure);
      return [{ path: 'name', message: failure.message }];
    },
  };
};
