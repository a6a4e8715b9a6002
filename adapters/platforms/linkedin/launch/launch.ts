import { createClaims, madeAfter } from '../../kit/claims.ts';
import { unless } from '../../kit/failures.ts';
import { said, text } from '../../kit/json.ts';
import { isAd, isUpload } from '../../kit/operations.ts';
import {
  eachAlone,
  type LaunchHandlers,
  type LaunchTimes,
  outcomeOf,
  type SendPorts,
  sendLaunch,
  unmarkedLaunch,
} from '../../kit/send-launch.ts';
import type {
  Access,
  AdOperation,
  Api,
  Fail,
  LaunchCapability,
  LaunchOperation,
  Outcome,
  Row,
  UploadOperation,
} from '../../types.ts';
import { postOf } from '../check.ts';
import { campaignOf, collectionPath, listCreatives, rowId } from '../read/objects.ts';
import { mediaIn, readPosts } from '../read/posts.ts';
import { accountUrn, idOf, numberOf } from '../urns.ts';
import { finder, idMade } from '../wire/client.ts';
import { createdAt } from '../wire/dates.ts';
import { every } from '../wire/statuses.ts';
import { creativeRequest } from './post.ts';
import {
  createImages,
  isImageOf,
  lookAtVideo,
  type UploadPorts,
  uploadVideo,
  videoMark,
} from './uploads.ts';

export function createLaunch(ports: UploadPorts & SendPorts, times: LaunchTimes): LaunchCapability {
  const { wire } = ports;
  const images = createImages(ports);
  const handlers: LaunchHandlers = {
    image: (access: Access, { media: { type } }, file) =>
      images.upload(access, type === 'document' ? type : 'image', file),
    video: (access, operation, file) => uploadVideo(ports, access, operation, file),
    ready: {
      send: (access, operations) =>
        eachAlone(operations, (operation) => lookAtVideo(ports, access, operation)),
    },
    ads: {
      groups: (operations) => operations.map((operation) => [operation]),
      width: 4,
      send: (access, operations) =>
        eachAlone(operations, (operation) => sendAd(ports, access, operation)),
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
const callsFor: { readonly [K in LaunchOperation['kind']]: number } = {
  image: 3,
  video: 3,
  ready: 1,
  creative: 0,
  ad: 1,
};

/**
 * Every call is a request; the organization of files is asked for once in ten minutes. Videos have
 * a call for every 4 MB, and unprocessed images are looked at again.
 */
const launchCost: LaunchCapability['cost'] = (operations) => {
  const count = operations.reduce(
    (sum, { kind }) => sum + callsFor[kind],
    operations.some(isUpload) ? 1 : 0,
  );
  return { calls: count, requests: count };
};

async function sendAd({ wire }: Api, access: Access, operation: AdOperation): Promise<Outcome> {
  const answer = await wire.call(access, {
    method: 'POST',
    path: collectionPath(access, 'ad'),
    ...creativeRequest(access, operation),
  });
  if (!answer.ok) return outcomeOf(answer);
  const id = idMade(answer);
  if (id !== undefined) return { state: 'done', ref: idOf('ad', id) };
  return {
    state: 'unknown',
    failure: wire.fail('transient', 'The platform made the ad and did not say its id.'),
  };
}

const pagesToSearch = 10;

/**
 * A file has a name in the media library; an app without access to it sends the file again. An ad
 * is found by name, campaign, post and age. Sources differ on whether LinkedIn tells the names of
 * creatives: where one without a name could be the ad, the ad fails as uncertain and is not sent
 * again.
 */
async function reconcileLaunch(
  api: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  for (const operation of operations.filter(isUpload))
    claims.take(operation, await findFile(api, access, operation));
  const ads = operations.filter(isAd);
  const rows = await candidatesOf(api, access, ads);
  const shown = await postsShown(api, access, rows);
  const isIts = (operation: AdOperation, row: Row) =>
    isAdOf(operation, row) && showsSame(operation, row, shown);
  for (const operation of ads)
    claims.claim(operation, rows, (row) => row.name !== undefined && isIts(operation, row));
  const found = claims.outcomes(operations);
  return operations.map((operation, i) => {
    const unnamed =
      found[i] === undefined && isAd(operation)
        ? rows.find(
            (row) =>
              row.name === undefined && !taken.includes(said(row.id)) && isIts(operation, row),
          )
        : undefined;
    return unnamed === undefined
      ? found[i]
      : { state: 'failed', failure: uncertain(api.wire.fail, said(unnamed.id)) };
  });
}

const uncertain = (fail: Fail, id: string) =>
  fail(
    'rule',
    `The answer to this ad was lost, and its campaign has the creative ${id}, made since then, that shows the same and has no name.`,
    'Look at that creative in Campaign Manager. If it is this ad, leave it. If it is another, name it there, then retry the batch.',
  );

const isAdOf = (operation: AdOperation, row: Row) =>
  (row.name ?? operation.name) === operation.name &&
  campaignOf(row) === idOf('adset', operation.adSet.id) &&
  createdAt(row) >= madeAfter(operation);

/** With those marked for deletion. Oldest first. */
async function candidatesOf(
  { calls }: Api,
  access: Access,
  ads: readonly AdOperation[],
): Promise<readonly Row[]> {
  if (ads.length === 0) return [];
  const rows = await listCreatives(calls, access, every, [
    ...new Set(ads.map(({ adSet }) => adSet.id)),
  ]);
  return rows
    .filter((row) => ads.some((operation) => isAdOf(operation, row)))
    .map((row) => ({ ...row, id: rowId('ad', row) }))
    .reverse();
}

const referenceOf = (row: Row) => said(row, 'content', 'reference');

async function postsShown({ calls }: Api, access: Access, rows: readonly Row[]) {
  return readPosts(
    calls,
    access,
    [...new Set(rows.map(referenceOf))].filter((urn) => urn !== ''),
  );
}

/** A post that is unreadable or shows no file counts as the same. */
function showsSame({ ad, assets }: AdOperation, row: Row, posts: ReadonlyMap<string, Row>) {
  if (ad.type === 'postBoost') return referenceOf(row) === postOf(ad);
  const held = mediaIn(posts.get(referenceOf(row)) ?? {});
  return held === undefined || held === (assets[0]?.ref ?? held);
}

/** Once its bytes are there. */
async function findFile({ calls }: Api, access: Access, operation: UploadOperation) {
  const { kind, media } = operation;
  const isIts = (name: string) =>
    kind === 'video'
      ? name === videoMark(operation)
      : media.sha256 !== undefined && isImageOf(name, media.sha256);
  if (kind === 'image' && media.sha256 === undefined) return undefined;
  return unless(['blocked'], async () => {
    for (let page = 0; page < pagesToSearch; page += 1) {
      const params = {
        q: 'associatedAccount',
        associatedAccount: accountUrn(access.adAccountId),
        start: page * 100,
        count: 100,
      };
      const { elements } = await calls.read(access, `${media.type}s`, params, finder);
      const rows = (Array.isArray(elements) ? elements : []) as readonly Row[];
      const found = rows.find(
        (row) => isUsable(row) && isIts(said(row, 'mediaLibraryMetadata', 'assetName')),
      );
      if (found !== undefined || rows.length < 100) return text(found?.id);
    }
    return undefined;
  });
}

const isUsable = ({ status }: Row) => status === 'AVAILABLE' || status === 'PROCESSING';
