import { withWholeStore } from '../../access/whole-store.ts';
import { deletedAdKind } from '../../accounts/deleted-ads.ts';
import { join } from '../../base/schema/faults.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import { foldEntries } from '../../effects/state.ts';
import { readBatch, readJournal } from '../../launch/journal/journal.ts';
import type { Plan, PlannedOperation } from '../../launch/plan/plan.ts';
import { isNewId } from '../../launch/structure/parents.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store } from '../../ports/store.ts';
import { type Known, type Printed, REPEAT_MS } from './records.ts';

/**
 * An ad of a plan that a batch has launched, and that still exists as far as this service knows.
 */
interface Repeat {
  readonly operation: string;
  readonly adIndex: number;
  readonly adSetId: string;
  readonly batch: string;
  readonly at: number;
}

interface Candidate extends Repeat {
  readonly before: string;
  readonly account: PlannedOperation['account'];
}

/**
 * Ads that were launched within a week into the same ad sets. Reads batches only where something is
 * the same.
 */
export async function repeatsOf(
  ports: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
  prints: readonly Printed[],
  known: Known,
): Promise<readonly Repeat[]> {
  // A batch that the caller does not see may have launched the same.
  const { store, clock } = withWholeStore(ports);
  const candidates: Candidate[] = [];
  if ([...known.values()].every((doc) => doc === undefined)) return [];
  const since = clock.now() - REPEAT_MS;
  for (const { operation, into, print } of prints) {
    const { id, account, adIndex, adSetId = '' } = operation;
    const same = known.get(into)?.doc.ads[print];
    if (same === undefined || same.at <= since) continue;
    candidates.push({
      operation: id,
      adIndex,
      adSetId,
      account,
      batch: same.batch,
      before: same.operation,
      at: same.at,
    });
  }
  const byBatch = new Map<string, Candidate[]>();
  for (const each of candidates) {
    const of = byBatch.get(each.batch);
    if (of === undefined) byBatch.set(each.batch, [each]);
    else of.push(each);
  }
  const alive = new Set<Candidate>();
  for (const [batch, of] of byBatch)
    for (const each of await living(store, companyId, batch, of)) alive.add(each);
  return candidates
    .filter((each) => alive.has(each))
    .map(({ operation, adIndex, adSetId, batch, at }) => ({
      operation,
      adIndex,
      adSetId,
      batch,
      at,
    }));
}

async function living(
  store: Store,
  companyId: string,
  batchId: string,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  const batch = await readBatch(store, companyId, batchId).catch(() => undefined);
  if (batch === undefined) return [];
  // Before its first entry all ads are about to be made.
  if (batch.doc.entries === 0) return candidates;
  const entries = await readJournal(store, companyId, batchId);
  const states = foldEntries(
    candidates.map(({ before }) => ({ id: before })),
    entries,
  );
  const undone = Object.assign({}, ...entries.map((entry) => entry.undone ?? {})) as NonNullable<
    (typeof entries)[number]['undone']
  >;
  const found: Candidate[] = [];
  for (const each of candidates) {
    const state = states.get(each.before);
    if (state === undefined || state.phase === 'failed' || undone[each.before]?.to === 'deleted')
      continue;
    const ref = state.result?.ref;
    const isDeleted =
      ref !== undefined &&
      (await store.get(deletedAdKind, companyId, `${each.account}/${ref}`)) !== undefined;
    if (!isDeleted) found.push(each);
  }
  return found;
}

export function repeatWarnings(plan: Plan, repeats: readonly Repeat[]): Warning[] {
  const byAd = new Map<number, Repeat[]>();
  for (const repeat of repeats)
    byAd.set(repeat.adIndex, [...(byAd.get(repeat.adIndex) ?? []), repeat]);
  const times = new Map<number, string>();
  return plan.ads.flatMap((ad) => {
    const of = byAd.get(ad.index) ?? [];
    const [first] = of;
    if (first === undefined) return [];
    const where =
      of.length === 1
        ? isNewId(first.adSetId)
          ? 'an ad set of this name'
          : `ad set ${first.adSetId}`
        : `${of.length} ad sets`;
    const when =
      times.get(first.at) ?? new Date(first.at).toISOString().slice(0, 16).replace('T', ' ');
    times.set(first.at, when);
    const message = `The same ad was launched into ${where} already, by batch ${first.batch} at ${when} UTC. Launching it again makes a second one.`;
    return [{ path: join(ad.path, 'adName'), code: 'already_launched', message }];
  });
}
