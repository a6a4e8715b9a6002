import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Calls } from '../../kit/calls.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { chunks, compareIds, type Row, said, text } from '../../kit/json.ts';
import { type AdOperation, isAd, isVideo } from '../../kit/operations.ts';
import { idsPerFilter } from '../read/accounts.ts';
import { msOf, platformTime } from '../wire/values.ts';
import { showsSame } from './creative.ts';
import { findVideo } from './uploads.ts';

const fields = ['ad_id', 'ad_name', 'adgroup_id', 'video_id', 'tiktok_item_id', 'create_time'];

/**
 * A video carries batch and operation in its name. An ad is found by name, ad group, content and age. Images are not looked for:
 * the platform refuses a second one of a name.
 */
export async function reconcileLaunch(
  { calls }: { readonly calls: Calls },
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken, 'ad_id');
  for (const operation of operations.filter(isVideo)) claims.take(operation, await findVideo(calls, access, operation));
  const ads = operations.filter(isAd);
  const rows = await adsOf(calls, access, ads);
  for (const operation of ads) claims.claim(operation, rows, (row) => isAdOf(operation, row, madeAfter(operation)));
  return claims.outcomes(operations);
}

/** With deleted ones. Oldest first. */
async function adsOf(calls: Calls, access: Access, operations: readonly AdOperation[]): Promise<readonly Row[]> {
  if (operations.length === 0) return [];
  const earliest = Math.min(...operations.map((operation) => madeAfter(operation)));
  const rows: Row[] = [];
  for (const adgroup_ids of chunks([...new Set(operations.map(({ adSet }) => adSet.id))], idsPerFilter)) {
    const filtering = {
      adgroup_ids,
      primary_status: 'STATUS_ALL',
      ...(earliest > 0 && { creation_filter_start_time: platformTime(earliest) }),
    };
    rows.push(...(await calls.list(access, 'ad/get/', { filtering, fields })));
  }
  return rows.sort((a, b) => compareIds(said(a.ad_id), said(b.ad_id)));
}

const isAdOf = (operation: AdOperation, row: Row, since: number): boolean =>
  row.ad_name === operation.name &&
  text(row.adgroup_id) === operation.adSet.id &&
  (msOf(row.create_time) ?? since) >= since - 1_000 &&
  showsSame(operation, row);
