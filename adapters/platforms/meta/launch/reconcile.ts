import { PlatformError } from '../../../../core/base/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import { createClaims } from '../../kit/claims.ts';
import { at, compareIds, type Row, rowsOf, said, text } from '../../kit/json.ts';
import { type AdOperation, isAd, isCreative, isVideo, type UploadOperation } from '../../kit/operations.ts';
import { creativeName, needsReadBack, readBackFields, readBackWarnings } from '../creative/creative.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';
import { videoTitle } from './videos.ts';

/**
 * Creatives and ads carry their batch as a label; a creative is found by name, an ad by ad set, creative and name. A video
 * carries batch and operation in its title. Images are not looked for: the same bytes get the same hash. Neither are boosted
 * posts: the platform answers with the creative it has.
 */
export async function reconcileLaunch(
  calls: Calls,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const videos = operations.filter(isVideo);
  const titled = await videosByTitle(calls, access, videos);
  for (const operation of videos) claims.claim(operation, titled, (row) => row.title === videoTitle(operation));

  for (const batch of new Set(operations.map((operation) => operation.batch))) {
    const mine = operations.filter((operation) => operation.batch === batch);
    const creatives = mine.filter(isCreative);
    const ads = mine.filter(isAd);
    if (creatives.length + ads.length === 0) continue;
    const label = await labelId(calls, access, batch);
    if (label === undefined) continue;

    const fields = creatives.some(({ ad }) => needsReadBack(ad)) ? readBackFields : 'id,name';
    const labelled = creatives.length > 0 ? await byLabel(calls, access, { edge: 'adcreativesbylabels', label, fields }) : [];
    for (const operation of creatives) {
      const name = creativeName(operation);
      claims.claim(
        operation,
        labelled,
        (row) => row.name === name,
        (row) => readBackWarnings(operation.ad, row),
      );
    }
    const labelledAds =
      ads.length > 0 ? await byLabel(calls, access, { edge: 'adsbylabels', label, fields: 'id,name,adset_id,creative{id}' }) : [];
    for (const operation of ads) claims.claim(operation, labelledAds, (row) => isAdOf(operation, row));
  }
  return claims.outcomes(operations);
}

const isAdOf = (operation: AdOperation, row: Row): boolean =>
  row.name === operation.name &&
  text(row.adset_id) === operation.adSet.id &&
  (operation.creativeId === undefined || text(at(row, 'creative', 'id')) === operation.creativeId);

/** Oldest first, so that equal operations are answered in order. */
async function byLabel(
  calls: Calls,
  access: Access,
  { edge, label, fields }: { readonly edge: string; readonly label: string; readonly fields: string },
): Promise<readonly Row[]> {
  const path = `${accountNode(access.adAccountId)}/${edge}`;
  const rows = await calls.list(access, path, { ad_label_ids: [label], operator: 'ANY', fields, limit: 500 });
  return [...rows].sort((a, b) => compareIds(said(a.id), said(b.id)));
}

/** The edges take a label's id, which only the list of up to 100,000 labels tells. */
async function labelId(calls: Calls, access: Access, name: string): Promise<string | undefined> {
  const path = `${accountNode(access.adAccountId)}/adlabels`;
  let after: string | undefined;
  do {
    const page = await calls.page(access, path, { fields: 'id,name', limit: 1_000, ...(after && { after }) });
    const label = page.rows.find((row) => row.name === name);
    if (label !== undefined) return text(label.id);
    after = page.after;
  } while (after !== undefined);
  return undefined;
}

async function videosByTitle(calls: Calls, access: Access, videos: readonly UploadOperation[]): Promise<readonly Row[]> {
  if (videos.length === 0) return [];
  const path = `${accountNode(access.adAccountId)}/advideos`;
  const reads = videos.map((operation) => ({ path, params: { fields: 'id,title', title: videoTitle(operation), limit: 10 } }));
  const answers = await calls.readMany(access, reads);
  return answers.flatMap((answer) => {
    // A missing answer must not make a second video.
    if (!answer.ok) throw new PlatformError(answer.failure);
    return rowsOf(answer.body);
  });
}
