/** Faults a list must live through, with what they need to be played. */
export const readingFaults: { readonly [fault: string]: { readonly [option: string]: unknown } } = {
  transient: { times: 2 },
  'html-502': { times: 2 },
  'connection-cut': { times: 2 },
  'error-in-200': { times: 2 },
  'unknown-error': { times: 2 },
  'paging-empty-page': {},
  'unstable-order': {},
  'limit-lowered': { limit: 50 },
  'in-process': {},
};
