import type { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { quoted } from '../base/schema/quoted.ts';
import { foldEntries } from '../effects/state.ts';
import type { Write } from '../ports/store.ts';
import type { AcceptedLaunch, AcceptPorts } from './hooks.ts';
import { readJournal, readPlan } from './journal/journal.ts';
import { batchKind } from './journal/records.ts';
import { isDoubtful, mayExist } from './undo/state.ts';

/**
 * `corrects` of an ad: the failed ad that it replaces. No spreadsheet takes it for a number or a
 * day.
 */
export const correctionOf = (batchId: string, index: number): string =>
  `batch ${batchId} ad ${index + 1}`;

const FORM = /^batch (\d{1,15}) ad (\d{1,6})$/;

/**
 * Notes in earlier batches which of their failed ads a new batch replaces, so that a retry leaves
 * them out. What names no batch of the company changes nothing. Throws where the ad was launched or
 * corrected since, or may be there: it would be there twice.
 */
export async function correctionWrites(
  { store }: AcceptPorts,
  companyId: string,
  { batchId, corrects }: AcceptedLaunch,
): Promise<readonly Write[]> {
  const byBatch = new Map<string, Map<number, string>>();
  for (const [position, each] of corrects.entries()) {
    const [, batch, ad] = FORM.exec(each?.trim() ?? '') ?? [];
    if (batch === undefined) continue;
    const paths = byBatch.get(batch) ?? new Map<number, string>();
    byBatch.set(batch, paths.set(Number(ad) - 1, `ads[${position}].corrects`));
  }
  const writes: Write[] = [];
  for (const [id, paths] of byBatch) {
    const batch = await store.get(batchKind, companyId, id);
    if (batch === undefined || batch.doc.rawStatus === 'Draft') continue;
    const plan = await readPlan(store, companyId, id);
    const states = foldEntries(plan.operations, await readJournal(store, companyId, id));
    const ads = plan.operations.filter(({ kind, adIndex }) => kind === 'ad' && paths.has(adIndex));
    const failed = ads.filter(({ id: of }) => states.get(of)?.phase === 'failed');
    const isOver = batch.doc.finishedAt !== undefined;
    for (const { adIndex, name = '' } of ads) {
      const by = batch.doc.corrected?.[adIndex];
      if (by !== undefined && by !== Number(batchId))
        throw correctedBefore(paths.get(adIndex) ?? 'ads', { name, batch: id, by });
      if (!isOver || failed.every((each) => each.adIndex !== adIndex))
        throw notReplaced(paths.get(adIndex) ?? 'ads', { name, batch: id, isOver });
    }
    for (const operation of failed)
      if (mayExist(states, operation)) {
        const canBeFound = isDoubtful(states, operation);
        throw inDoubt(paths.get(operation.adIndex) ?? 'ads', {
          name: operation.name ?? '',
          batch: id,
          canBeFound,
        });
      }
    const corrected = { ...batch.doc.corrected };
    for (const { adIndex } of failed) corrected[adIndex] = Number(batchId);
    const all = plan.operations.filter(
      ({ id: of, kind }) => kind === 'ad' && states.get(of)?.phase === 'failed',
    );
    const correctedAds = all.filter(({ adIndex }) => corrected[adIndex] !== undefined).length;
    writes.push({
      kind: batchKind,
      companyId,
      id,
      expect: batch.version,
      doc: { ...batch.doc, corrected, correctedAds },
    });
  }
  return writes;
}

const correctedBefore = (
  path: string,
  { name, batch, by }: { readonly name: string; readonly batch: string; readonly by: number },
): SlipwayError =>
  refusal('conflict', {
    path,
    code: 'already_corrected',
    message: `Ad ${quoted(name)} of batch ${batch} was corrected in batch ${by}: retry or correct it there, or leave “corrects” out to launch another one.`,
  });

const inDoubt = (
  path: string,
  {
    name,
    batch,
    canBeFound,
  }: { readonly name: string; readonly batch: string; readonly canBeFound: boolean },
): SlipwayError =>
  refusal('conflict', {
    path,
    code: 'may_exist',
    message: canBeFound
      ? `Ad ${quoted(name)} of batch ${batch} was sent without an answer and may exist. Retry the batch first: it looks for it.`
      : `Ad ${quoted(name)} of batch ${batch} may exist, and a retry cannot find it. Look in the ad account. If it is not there, leave “corrects” out.`,
  });

function notReplaced(
  path: string,
  {
    name,
    batch,
    isOver,
  }: { readonly name: string; readonly batch: string; readonly isOver: boolean },
): SlipwayError {
  return isOver
    ? refusal('conflict', {
        path,
        code: 'already_launched',
        message: `Ad ${quoted(name)} of batch ${batch} was launched since it failed, so this one would be a second ad beside it. Edit the ad that exists, or leave “corrects” out to launch another one.`,
      })
    : refusal('conflict', {
        path,
        code: 'in_progress',
        message: `Batch ${batch} is still being launched, and may yet launch ad ${quoted(name)}. Send the corrected ad when the batch has ended.`,
      });
}
