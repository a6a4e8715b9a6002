import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { LaunchOperation, Outcome } from '../../../../core/ports/platform-launch.ts';
import type { Calls } from '../../kit/calls.ts';
import { createClaims, madeAfter } from '../../kit/claims.ts';
import { chunks, compareIds, type Row, said, text } from '../../kit/json.ts';
import { type AdOperation, type CreativeOperation, isAd, isCreative } from '../../kit/operations.ts';
import { boardField, boostedPin } from '../check.ts';
import { idsPerFilter, listRows } from '../read/entities.ts';
import { pinsOfBoard } from '../read/pins.ts';
import { allStatuses, msOfSeconds } from '../wire/values.ts';
import { type PinPorts, pinNote } from './pins.ts';

/** A pin carries a note. An ad is found by name, ad group, pin and age. */
export async function reconcileLaunch(
  ports: PinPorts,
  access: Access,
  operations: readonly LaunchOperation[],
  taken: readonly string[],
): Promise<readonly (Outcome | undefined)[]> {
  const claims = createClaims(taken);
  const ads = operations.filter(isAd);
  const rows = await adsOf(ports.calls, access, ads);
  for (const operation of ads) claims.claim(operation, rows, (row) => isAdOf(operation, row, madeAfter(operation)));
  const pins = await pinsFor(ports, access, operations.filter(isCreative));
  return claims.outcomes(operations).map((found, position) => {
    const operation = operations[position];
    const ref = operation === undefined || !isCreative(operation) ? undefined : pins.get(operation);
    // Several ads may show one pin.
    return ref === undefined ? found : { state: 'done', ref };
  });
}

/** With archived ones. Oldest first. */
async function adsOf(calls: Calls, access: Access, operations: readonly AdOperation[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const some of chunks([...new Set(operations.map(({ adSet }) => adSet.id))], idsPerFilter))
    rows.push(...(await listRows(calls, access, 'ad', { ad_group_ids: some, entity_statuses: allStatuses })));
  return rows.sort((a, b) => compareIds(said(a.id), said(b.id)));
}

const isAdOf = ({ name, adSet, creativeId }: AdOperation, row: Row, since: number): boolean =>
  row.name === name &&
  text(row.ad_group_id) === adSet.id &&
  text(row.pin_id) === creativeId &&
  (msOfSeconds(row.created_time) ?? since) >= since - 1_000;

async function pinsFor(
  { calls, secrets }: PinPorts,
  access: Access,
  operations: readonly CreativeOperation[],
): Promise<ReadonlyMap<CreativeOperation, string>> {
  const found = new Map<CreativeOperation, string>();
  const byBoard = new Map<string, Promise<readonly Row[]>>();
  for (const operation of operations) {
    const { ad } = operation;
    // A boosted pin was there before.
    if (ad.type === 'postBoost') {
      found.set(operation, boostedPin(ad) ?? '');
      continue;
    }
    const board = ad.platformFields?.[boardField] ?? '';
    const pins = byBoard.get(board) ?? pinsOfBoard(calls, access, board);
    byBoard.set(board, pins);
    const note = await pinNote(secrets, operation);
    const ref = text((await pins).find((pin) => pin.note === note)?.id);
    if (ref !== undefined) found.set(operation, ref);
  }
  return found;
}
