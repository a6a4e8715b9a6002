import type { Params } from '../../kit/json.ts';

/** `of`: the object of the source that the operation copies. */
export interface CopyOperation {
  readonly operation: Params;
  readonly of?: { readonly type: 'campaign' | 'adset' | 'ad'; readonly sourceId: string };
}

export class NotCopyable extends Error {}
