import type { Params } from '../../kit/params.ts';
/** `of`: the object of the source that the operation copies. */
export interface CopyOperation {
  readonly operation: Params;
  readonly of?: { readonly type: 'campaign' | 'adset' | 'ad'; readonly sourceId: string };
}
