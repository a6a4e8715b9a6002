import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { reserve } from '../records/sequence.ts';
import { takeName } from '../records/unique-name.ts';
import { retryBatch, wrongState } from './again.ts';
import { prepareLaunch } from './prepare.ts';
import { type BatchRecord, batchKind, type DraftRecord, draftKind } from './records.ts';
import { newestFirst } from './status.ts';
import { acceptance, commitLaunch, type LaunchCaller, newSlug, type SubmitPorts, type SubmittedLaunch } from './submit.ts';

interface DraftPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** What a draft may hold: the body of a launch, finished or not. It is checked when it is launched. */
export interface DraftContent {
  readonly name?: string | undefined;
  readonly ads?: readonly object[] | undefined;
  readonly adSets?: readonly unknown[] | undefined;
}

export async function createDraft(ports: DraftPorts, caller: LaunchCaller, content: DraftContent) {
  const { store, clock, secrets } = ports;
  for (let attempt = 0; ; attempt++) {
    const numbers = await reserve(store, caller.companyId, 'batch', { attempt });
    const id = String(numbers.first);
    const now = clock.now();
    const slug = newSlug(secrets);
    const batch: BatchRecord = {
      slug,
      name: content.name ?? '',
      rawStatus: 'Draft',
      createdAt: now,
      createdBy: caller.keyId,
      totalAds: 0,
      successfulAds: 0,
      failedAds: 0,
      launchStatus: 'PAUSED',
      entries: 0,
      lastEvent: 0,
    };
    const draft: DraftRecord = { revision: 1, body: bodyOf(content), updatedAt: now };
    const conflict = await store.commit([
      ...numbers.writes,
      { kind: batchKind, companyId: caller.companyId, id, expect: 'absent', doc: batch },
      { kind: draftKind, companyId: caller.companyId, id, expect: 'absent', doc: draft },
      takeName(caller.companyId, 'batch-slug', slug, id),
    ]);
    if (conflict === undefined) return presentDraft(id, batch, draft);
  }
}

export async function readDraft(ports: Pick<DraftPorts, 'store'>, companyId: string, id: string) {
  const { batch, draft } = await openDraft(ports.store, companyId, id);
  return presentDraft(id, batch.doc, draft.doc);
}

/** A company's drafts, newest first. */
export async function listDrafts(ports: Pick<DraftPorts, 'store'>, companyId: string) {
  const drafts: ReturnType<typeof presentDraft>[] = [];
  for (const { id, doc } of await allOf(ports.store, batchKind, companyId, {
    where: { rawStatus: 'Draft' },
    order: newestFirst,
  })) {
    const draft = await ports.store.get(draftKind, companyId, id);
    if (draft !== undefined) drafts.push(presentDraft(id, doc, draft.doc));
  }
  return drafts;
}

/** Changes a draft. `revision` is the one the caller read: when somebody else was faster, `conflict`. */
export async function updateDraft(ports: DraftPorts, companyId: string, id: string, revision: number, content: DraftContent) {
  const { batch, draft } = await openDraft(ports.store, companyId, id);
  const stale = new SlipwayError(
    'conflict',
    `This draft was changed meanwhile: it is at revision ${draft.doc.revision}, you sent ${revision}. Read it again.`,
    {
      details: [{ path: 'revision', code: 'stale_revision', message: `The revision is now ${draft.doc.revision}.` }],
    },
  );
  if (draft.doc.revision !== revision) throw stale;
  const head: BatchRecord = { ...batch.doc, name: content.name ?? batch.doc.name };
  const next: DraftRecord = {
    revision: revision + 1,
    body: { ...draft.doc.body, ...bodyOf(content) },
    updatedAt: ports.clock.now(),
  };
  const conflict = await ports.store.commit([
    { kind: batchKind, companyId, id, expect: batch.version, doc: head },
    { kind: draftKind, companyId, id, expect: draft.version, doc: next },
  ]);
  if (conflict !== undefined) throw stale;
  return presentDraft(id, head, next);
}

export async function deleteDraft(ports: Pick<DraftPorts, 'store'>, companyId: string, id: string): Promise<void> {
  const { batch, draft } = await openDraft(ports.store, companyId, id);
  const conflict = await ports.store.commit([
    { kind: batchKind, companyId, id, expect: batch.version, doc: undefined },
    { kind: draftKind, companyId, id, expect: draft.version, doc: undefined },
  ]);
  if (conflict !== undefined) return deleteDraft(ports, companyId, id);
}

/** Launches a draft under its own batch id; on a batch that failed, launches what failed. */
export async function launchFromDraft(ports: SubmitPorts, caller: LaunchCaller, id: string): Promise<SubmittedLaunch> {
  for (let attempt = 0; ; attempt++) {
    const batch = await ports.store.get(batchKind, caller.companyId, id);
    if (batch === undefined) throw noDraft();
    if (batch.doc.rawStatus === 'Error' || batch.doc.rawStatus === 'Cancelled') return retryBatch(ports, caller, id);
    if (batch.doc.rawStatus !== 'Draft')
      throw wrongState(batch.doc, 'launched from its draft', 'Only a draft or a batch that ended with failed ads can be.');
    const { draft } = await openDraft(ports.store, caller.companyId, id);
    const prepared = await prepareLaunch(ports, caller.companyId, draft.doc.body);
    const { slug } = batch.doc;
    const launched = await commitLaunch(ports, caller, { batchId: id, slug, prepared, attempt, draft: batch });
    if (launched) return acceptance(Number(id), slug, prepared);
  }
}

async function openDraft(
  store: Store,
  companyId: string,
  id: string,
): Promise<{ batch: Stored<BatchRecord>; draft: Stored<DraftRecord> }> {
  const batch = await store.get(batchKind, companyId, id);
  const draft = await store.get(draftKind, companyId, id);
  if (batch === undefined || draft === undefined || batch.doc.rawStatus !== 'Draft') throw noDraft();
  return { batch, draft };
}

const noDraft = (): SlipwayError => new SlipwayError('not_found', 'There is no such draft here. GET /v1/drafts lists yours.');

const bodyOf = ({ name: _, ...content }: DraftContent): object => content;

function presentDraft(id: string, batch: BatchRecord, draft: DraftRecord) {
  const body = draft.body as { ads?: readonly object[]; adSets?: readonly unknown[] };
  return {
    draftId: Number(id),
    adBatchId: Number(id),
    adBatchSlug: batch.slug,
    name: batch.name,
    revision: draft.revision,
    ads: body.ads ?? [],
    adSets: body.adSets ?? [],
    createdAt: new Date(batch.createdAt).toISOString(),
    updatedAt: new Date(draft.updatedAt).toISOString(),
  };
}
