import type { LaunchCost, LaunchOperation } from '../../../../core/ports/platform-launch.ts';
import { isUpload } from '../../kit/operations.ts';

/** An image: address, bytes, a look. A video: address, bytes, the end of the upload. */
const callsFor: { readonly [K in LaunchOperation['kind']]: number } = { image: 3, video: 3, ready: 1, creative: 0, ad: 1 };

/**
 * Every call is a request; the organization of files is asked for once in ten minutes. Videos have a call for every 4 MB, and
 * unprocessed images are looked at again.
 */
export function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const count = operations.reduce((sum, { kind }) => sum + callsFor[kind], operations.some(isUpload) ? 1 : 0);
  return { calls: count, requests: count };
}
