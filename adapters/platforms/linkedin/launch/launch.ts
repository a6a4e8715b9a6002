import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchCapability, LaunchCost, LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import { type AdOperation, isUpload } from '../../kit/operations.ts';
import {
  type LaunchHandlers,
  type LaunchTimes,
  outcomeOf,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import { collectionPath } from '../read/objects.ts';
import { idOf, numberOf } from '../urns.ts';
import { idMade } from '../wire/client.ts';
import { creativeRequest } from './post.ts';
import { reconcileLaunch } from './reconcile.ts';
import { createImages, lookAtVideos, type UploadPorts, uploadVideo } from './uploads.ts';

export function createLaunch(ports: UploadPorts & SendPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  const images = createImages(ports);
  const handlers: LaunchHandlers = {
    image: (access: Access, { media: { type } }, file) => images.upload(access, type === 'document' ? type : 'image', file),
    video: (access, operation, file) => uploadVideo(ports, access, operation, file),
    ready: { send: (access, operations) => lookAtVideos(ports, access, operations) },
    ads: {
      groups: (operations) => operations.map((operation) => [operation]),
      width: 4,
      send: (access, operations) => sendAds(ports, access, operations),
    },
  };
  return {
    creatives: 'inside-ad',
    waveSize: 50,
    ...unmarkedLaunch(wire, times),
    cost: launchCost,
    send: (access, operations) => sendLaunch(ports, handlers, access, operations),
    reconcile: (access, operations, taken) => reconcileLaunch(ports, access, operations, taken),
    managerUrl: ({ adAccountId }, adId) =>
      `https://www.linkedin.com/campaignmanager/accounts/${adAccountId}/creatives?creativeIds=${numberOf(adId)}`,
  };
}

/** An image: address, bytes, a look. A video: address, bytes, the end of the upload. */
const callsFor: { readonly [K in LaunchOperation['kind']]: number } = { image: 3, video: 3, ready: 1, creative: 0, ad: 1 };

/**
 * Every call is a request; the organization of files is asked for once in ten minutes. Videos have a call for every 4 MB, and
 * unprocessed images are looked at again.
 */
function launchCost(operations: readonly LaunchOperation[]): LaunchCost {
  const count = operations.reduce((sum, { kind }) => sum + callsFor[kind], operations.some(isUpload) ? 1 : 0);
  return { calls: count, requests: count };
}

async function sendAds(api: Api, access: Access, operations: readonly AdOperation[]): Promise<ReadonlyMap<AdOperation, Outcome>> {
  const outcomes = new Map<AdOperation, Outcome>();
  for (const operation of operations) outcomes.set(operation, await sendAd(api, access, operation));
  return outcomes;
}

async function sendAd({ wire }: Api, access: Access, operation: AdOperation): Promise<Outcome> {
  const answer = await wire.call(access, {
    method: 'POST',
    path: collectionPath(access, 'ad'),
    ...creativeRequest(access, operation),
  });
  if (!answer.ok) return outcomeOf(answer);
  const id = idMade(answer);
  if (id !== undefined) return { state: 'done', ref: idOf('ad', id) };
  return { state: 'unknown', failure: wire.fail('transient', 'The platform made the ad and did not say its id.') };
}
