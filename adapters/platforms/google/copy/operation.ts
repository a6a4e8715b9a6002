import type { Params } from '../../kit/params.ts';
/** An operation of a mixed request, and the object of the source it makes another of. */
export interface CopyOperation {
  readonly operation: Params;
  readonly of?: { readonly type: 'campaign' | 'adset' | 'ad'; readonly sourceId: string };
}
