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

/** A campaign or ad set as launches tell it from others. */
export const madeAs = (type: string, name: string): string => `${type} ${name}`;

/**
 * The campaign and the ad set that stand behind `new:…`, which stands for an ad set that a row
 * describes.
 */
export function describedIn(id: string): readonly string[] {
  const [, campaign, adSet] = id.startsWith('new:') ? id.split('/').map(decodeURIComponent) : [];
  return campaign === undefined || adSet === undefined
    ? []
    : [madeAs('campaign', campaign), madeAs('adset', adSet)];
}

/**
 * Why a launch must not follow a batch that has ended: it would not find what was to be there, and
 * make it itself. Undefined where all of it is there, or may come yet. `wanted`: what its ads go
 * into, each as `madeAs`.
 */
export function notToFollow(
  { adBatchId: id, rawStatus, made: all = [] }: BatchBefore,
  wanted: ReadonlySet<string>,
): string | undefined {
  if (rawStatus === 'Queued' || rawStatus === 'Processing') return undefined;
  const made = all.filter(({ type, name }) => wanted.has(madeAs(type, name)));
  const lacking = made.find(({ state, unfinished }) => state !== 'made' || unfinished === true);
  const deleted = made.find(({ undone }) => undone === 'deleted');
  const of = lacking ?? deleted ?? made[0];
  if (of === undefined) return undefined;
  const what = `the ${of.type === 'campaign' ? 'campaign' : 'ad set'} ${quoted(of.name)}`;
  const then = `Retry batch ${id} first, then launch these ads.`;
  if (rawStatus === 'Cancelled')
    return `Batch ${id} was to make ${what}, which these ads go into, and was cancelled. ${then}`;
  if (lacking !== undefined)
    return `Batch ${id} did not finish ${what}, which these ads go into. ${then}`;
  return (
    deleted &&
    `Batch ${id} was undone, and ${what} was deleted. Launch these ads again if they are to make another.`
  );
}
