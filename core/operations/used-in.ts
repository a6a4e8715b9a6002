import * as v from 'valibot';

/** Where something that is kept was used: how many ads, and the latest batches. */
export const usedIn = v.object({
  ads: v.number(),
  batches: v.array(v.object({ id: v.number(), ads: v.number(), launchedAt: v.string() })),
});
export type UsedIn = v.InferOutput<typeof usedIn>;
