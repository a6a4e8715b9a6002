import { quoted } from '../base/schema/quoted.ts';

/** A batch that makes campaigns and ad sets which the ads of a later launch go into. */
export interface BatchBefore {
  readonly adBatchId: number;
  readonly rawStatus: string;
  readonly made?:
    | readonly {
        readonly type: 'campaign' | 'adset';
        readonly name: string;
        readonly state: 'waiting' | 'made' | 'failed';
        readonly unfinished?: true | undefined;
        readonly undone?: 'paused' | 'deleted' | undefined;
      }[]
    | undefined;
}

/**
 * Why a launch must not follow a batch that has ended: it would not find what was to be there, and make it itself. Undefined
 * where all of it is there, or may come yet.
 */
export function notToFollow({ adBatchId: id, rawStatus, made = [] }: BatchBefore): string | undefined {
  if (rawStatus === 'Queued' || rawStatus === 'Processing') return undefined;
  const lacking = made.find(({ state, unfinished }) => state !== 'made' || unfinished === true);
  const deleted = made.find(({ undone }) => undone === 'deleted');
  const of = lacking ?? deleted ?? made[0];
  if (of === undefined) return undefined;
  const what = `the ${of.type === 'campaign' ? 'campaign' : 'ad set'} ${quoted(of.name)}`;
  const then = `Retry batch ${id} first, then launch these ads.`;
  if (rawStatus === 'Cancelled') return `Batch ${id} was to make ${what}, which these ads go into, and was cancelled. ${then}`;
  if (lacking !== undefined) return `Batch ${id} did not finish ${what}, which these ads go into. ${then}`;
  return deleted && `Batch ${id} was undone, and ${what} was deleted. Launch these ads again if they are to make another.`;
}
