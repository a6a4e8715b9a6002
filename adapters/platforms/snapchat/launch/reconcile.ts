import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Api } from '../../kit/calls.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { type Row, text } from '../../kit/json.ts';
import { type AdOperation, isAd, isCreative, isVideo } from '../../kit/operations.ts';
import { listRows } from '../read/rows.ts';
import { msOf } from '../wire/values.ts';
import { awaitsUpload, createLibrary, hasFailed } from './library.ts';
import { hasMark, videoName } from './names.ts';

/**
 * Videos and creatives carry batch and operation in their names. An ad is found by name, ad squad, creative and age. Images are
 * not looked for: sending one again finds it by its content.
 */
export async function reconcileLaunch(
  api: Api,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const library = createLibrary(api, access);
  for (const operation of operations.filter(isVideo)) {
    const file = await library.named(videoName(operation));
    // A file without content is filled when it is sent again.
    if (file !== undefined && !awaitsUpload(file) && !hasFailed(file)) claims.take(operation, text(file.id));
  }
  const creatives = operations.filter(isCreative);
  const made = creatives.length === 0 ? [] : await api.calls.list(access, `adaccounts/${access.adAccountId}/creatives`);
  for (const operation of creatives) claims.claim(operation, made, (row) => hasMark(text(row.name), operation));
  const ads = operations.filter(isAd);
  for (const squad of new Set(ads.map(({ adSet }) => adSet.id))) {
    const rows = await adsOf(api, access, squad);
    for (const operation of ads.filter(({ adSet }) => adSet.id === squad))
      claims.claim(operation, rows, (row) => isAdOf(operation, row));
  }
  return claims.outcomes(operations);
}

/** With deleted ones. Oldest first. */
const adsOf = async (api: Api, access: Access, squad: string): Promise<readonly Row[]> =>
  [...(await listRows(api, access, 'ad', { under: `adsquads/${squad}`, deleted: true }))].reverse();

const isAdOf = (operation: AdOperation, row: Row): boolean =>
  row.name === operation.name &&
  row.creative_id === operation.creativeId &&
  (msOf(row.created_at) ?? Number.MAX_SAFE_INTEGER) >= madeAfter(operation);
