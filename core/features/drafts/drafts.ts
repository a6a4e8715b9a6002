import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { withWholeStore } from '../../access/whole-store.ts';
import { definitionsOf } from '../../accounts/find-account.ts';
import { SlipwayError } from '../../base/errors.ts';
import { MAX_DRAFT_SIZE, MAX_DRAFTS, MAX_DRAFTS_SIZE, MAX_LISTED_SIZE } from '../../base/limits.ts';
import { breaks } from '../../base/refusal.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { Warning } from '../../base/schema/unknown-fields.ts';
import type { Preview } from '../../gate/preview.ts';
import { previewLaunch } from '../../launch/accept/dry-run.ts';
import { prepareLaunch } from '../../launch/accept/prepare.ts';
import {
  attemptAt,
  commitLaunch,
  newSlug,
  type SubmitPorts,
  type SubmittedLaunch,
} from '../../launch/accept/submit.ts';
import {
  type BatchRecord,
  batchKind,
  type DraftRecord,
  draftKind,
} from '../../launch/journal/records.ts';
import { wrongState } from '../../launch/journal/refusals.ts';
import { previewRetry, retryConcluded } from '../../launch/retry.ts';
import { newestFirst } from '../../launch/show/status.ts';
import { toldTimes } from '../../operations/named-documents.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Store, Write } from '../../ports/store.ts';
import { allOf, pageOf } from '../../records/list.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { reserve } from '../../records/sequence.ts';
import { inTurns } from '../../records/steps.ts';
import { takeName } from '../../records/unique-name.ts';
import { bodyOf, type DraftContent, draftWarnings } from './content.ts';

type DraftPorts = Pick<ServicePorts, 'platforms' | 'store' | 'clock' | 'secrets' | 'turns'>;

export function createDraft(
  ports: DraftPorts,
  caller: Actor,
  content: DraftContent,
  once: Once = unkeyed(ports.store),
) {
  const { companyId } = caller;
  return once.inOneCommit<ReturnType<typeof presentDraft> & Warned>(async (conclude) => {
    for (let attempt = 0; ; attempt++) {
      const numbers = await reserve(ports, companyId, 'batch', { attempt });
      const id = String(numbers.first);
      const now = ports.clock.now();
      const draft: DraftRecord = { revision: 1, body: bodyOf(content), updatedAt: now };
      const outline = outlineOf(draft);
      // Of several at once only one commits its number.
      await refuseWithoutRoom(ports.store, companyId, outline);
      const batch = {
        ...emptyBatch(newSlug(ports.secrets), nameOf(content) ?? '', caller, now),
        draft: outline,
      };
      const answer = { ...presentDraft(id, batch, draft), ...(await warned(ports, content)) };
      const writes: Write[] = [
        ...numbers.writes,
        { kind: batchKind, companyId, id, expect: 'absent', doc: batch },
        { kind: draftKind, companyId, id, expect: 'absent', doc: draft },
        takeName(companyId, 'batch-slug', batch.slug, id),
        auditWrite(ports, caller, {
          action: 'draft.create',
          subject: id,
          details: { name: batch.name },
        }),
      ];
      if ((await conclude(writes, answer)) === undefined) return answer;
    }
  });
}

const emptyBatch = (
  slug: string,
  name: string,
  { keyId }: Actor,
  createdAt: number,
): BatchRecord => ({
  slug,
  name,
  createdAt,
  rawStatus: 'Draft',
  createdBy: keyId,
  totalAds: 0,
  successfulAds: 0,
  failedAds: 0,
  launchStatus: 'PAUSED',
  entries: 0,
  lastEvent: 0,
});

export async function readDraft(ports: Pick<DraftPorts, 'store'>, companyId: string, id: string) {
  const { batch, draft } = await openDraft(ports.store, companyId, id);
  return presentDraft(id, batch.doc, draft.doc);
}

/** The newest first. Those that do not fit one answer are outlined. */
export async function listDrafts(
  ports: Pick<DraftPorts, 'store'>,
  companyId: string,
  window: PageWindow,
) {
  const where = { rawStatus: 'Draft' };
  const { items, total } = await pageOf(ports.store, batchKind, {
    companyId,
    query: { where, order: newestFirst },
    ...window,
  });
  const drafts = [];
  let room = MAX_LISTED_SIZE;
  for (const { id, doc } of items) {
    const content =
      (doc.draft?.size ?? 0) > room ? undefined : await ports.store.get(draftKind, companyId, id);
    const outline = doc.draft ?? (content && outlineOf(content.doc));
    if (outline === undefined) continue;
    const isWhole = content !== undefined && outline.size <= room;
    if (isWhole) room -= outline.size;
    drafts.push(
      isWhole
        ? presentDraft(id, doc, content.doc)
        : { ...presentOutline(id, doc, outline), omitted: true as const },
    );
  }
  return { items: drafts, total };
}

/** Throws `conflict` where `revision` is not the latest. */
export async function updateDraft(
  ports: DraftPorts,
  caller: Actor,
  id: string,
  { revision, ...content }: DraftContent & { readonly revision: number },
) {
  const { companyId } = caller;
  for (;;) {
    const { batch, draft } = await openDraft(ports.store, companyId, id);
    if (draft.doc.revision !== revision) throw stale(draft.doc.revision, revision);
    const next: DraftRecord = {
      revision: revision + 1,
      body: { ...draft.doc.body, ...bodyOf(content) },
      updatedAt: ports.clock.now(),
    };
    const outline = outlineOf(next);
    // A draft may always be shortened.
    if (outline.size > outlineOf(draft.doc).size)
      await refuseWithoutRoom(ports.store, companyId, outline, id);
    const head: BatchRecord = {
      ...batch.doc,
      name: nameOf(content) ?? batch.doc.name,
      draft: outline,
    };
    const conflict = await ports.store.commit([
      { kind: batchKind, companyId, id, expect: batch.version, doc: head },
      { kind: draftKind, companyId, id, expect: draft.version, doc: next },
      auditWrite(ports, caller, {
        action: 'draft.change',
        subject: id,
        details: { revision: next.revision },
      }),
    ]);
    if (conflict === undefined)
      return { ...presentDraft(id, head, next), ...(await warned(ports, content)) };
  }
}

export async function deleteDraft(ports: DraftPorts, caller: Actor, id: string): Promise<void> {
  const { companyId } = caller;
  const { batch, draft } = await openDraft(ports.store, companyId, id);
  const conflict = await ports.store.commit([
    { kind: batchKind, companyId, id, expect: batch.version, doc: undefined },
    { kind: draftKind, companyId, id, expect: draft.version, doc: undefined },
    auditWrite(ports, caller, {
      action: 'draft.delete',
      subject: id,
      details: { name: batch.doc.name },
    }),
  ]);
  if (conflict !== undefined) return deleteDraft(ports, caller, id);
}

/**
 * Launches a draft under its own batch id, or what failed of a batch. `path` is the member that
 * names it.
 */
export function launchFromDraft(
  ports: SubmitPorts,
  caller: Actor,
  id: string,
  {
    path = 'id',
    planDigest,
    once = unkeyed(ports.store),
  }: {
    readonly path?: 'id' | 'batchId';
    readonly planDigest?: string | undefined;
    readonly once?: Once;
  } = {},
): Promise<SubmittedLaunch> {
  return once.inOneCommit(async (conclude) => {
    for (let lost = 0; ; lost++) {
      const batch = await ports.store.get(batchKind, caller.companyId, id);
      if (batch === undefined) throw noDraft();
      const { slug, rawStatus } = batch.doc;
      if (rawStatus === 'Error' || rawStatus === 'Cancelled')
        return retryConcluded(ports, caller, id, conclude);
      if (rawStatus !== 'Draft')
        throw wrongState(batch.doc, 'launched from its draft', ONLY_DRAFTS, path);
      const { draft } = await openDraft(ports.store, caller.companyId, id);
      const prepared = await prepareLaunch(
        ports,
        caller.companyId,
        agreed(draft.doc.body, planDigest),
      );
      const used: Write = {
        kind: draftKind,
        companyId: caller.companyId,
        id,
        expect: draft.version,
        doc: undefined,
      };
      const launch = {
        batchId: id,
        slug,
        prepared,
        attempt: attemptAt(ports.store, lost),
        draft: batch,
        also: [used],
      };
      const launched = await commitLaunch(ports, caller, launch, conclude);
      if (launched !== undefined) return launched;
    }
  });
}

const ONLY_DRAFTS = 'Only a draft or a batch that ended with failed ads can be.';

export async function previewFromDraft(
  ports: SubmitPorts,
  caller: Actor,
  id: string,
  sent: { readonly [name: string]: unknown; readonly planDigest?: string | undefined },
): Promise<Preview> {
  const rawStatus = (await ports.store.get(batchKind, caller.companyId, id))?.doc.rawStatus;
  if (rawStatus === 'Error' || rawStatus === 'Cancelled') return previewRetry(ports, caller, id);
  const { draft } = await openDraft(ports.store, caller.companyId, id);
  const { input, ...preview } = await previewLaunch(
    ports,
    caller,
    agreed(draft.doc.body, sent.planDigest),
  );
  return { ...preview, input: { ...sent, planDigest: input?.planDigest } };
}

const agreed = (body: DraftRecord['body'], planDigest: string | undefined): object => {
  const { creativeState, ...beside } = body as { readonly creativeState?: object };
  if (planDigest === undefined) return body;
  return creativeState
    ? { ...beside, creativeState: { ...creativeState, planDigest } }
    : { ...beside, planDigest };
};

async function openDraft(store: Store, companyId: string, id: string) {
  const batch = await store.get(batchKind, companyId, id);
  const draft = await store.get(draftKind, companyId, id);
  if (batch === undefined || draft === undefined || batch.doc.rawStatus !== 'Draft')
    throw noDraft();
  return { batch, draft };
}

const noDraft = () =>
  new SlipwayError('not_found', 'There is no such draft here.', { hint: 'drafts.list' });

const stale = (now: number, sent: number) =>
  new SlipwayError(
    'conflict',
    `This draft was changed meanwhile: it is at revision ${now}, you sent ${sent}. Read it again.`,
    {
      details: [
        { path: 'revision', code: 'stale_revision', message: `The revision is now ${now}.` },
      ],
    },
  );

/** The name stands beside the ads, in the wrapper where there is one. */
const nameOf = ({ name, creativeState }: DraftContent): string | undefined =>
  name ?? (creativeState as DraftContent | undefined)?.name;

interface Warned {
  readonly warnings?: readonly Warning[];
}

async function warned(ports: DraftPorts, content: DraftContent): Promise<Warned> {
  const warnings = await inTurns(
    ports.turns,
    draftWarnings(content, definitionsOf(ports.platforms)),
  );
  return warnings.length === 0 ? {} : { warnings };
}

const presentDraft = (id: string, batch: BatchRecord, draft: DraftRecord) => ({
  ...presentOutline(id, batch, batch.draft ?? outlineOf(draft)),
  ads: draft.body.ads ?? [],
  adSets: draft.body.adSets ?? [],
});

const presentOutline = (
  id: string,
  batch: BatchRecord,
  { revision, ads, size, updatedAt }: DraftOutline,
) => ({
  draftId: Number(id),
  adBatchId: Number(id),
  adBatchSlug: batch.slug,
  name: batch.name,
  revision,
  adCount: ads,
  size,
  ...toldTimes({ createdAt: batch.createdAt, updatedAt }),
});

/** In the head of a draft, so that lists and sums need not read its content. */
type DraftOutline = NonNullable<BatchRecord['draft']>;

const outlineOf = ({ body, revision, updatedAt }: DraftRecord): DraftOutline => ({
  ads: body.ads?.length ?? 0,
  size: JSON.stringify(body).length,
  revision,
  updatedAt,
});

/**
 * Throws `unprocessable_entity` when the company has no room for the draft; `id` is the one that it
 * replaces.
 */
async function refuseWithoutRoom(
  part: Store,
  companyId: string,
  { size }: DraftOutline,
  id?: string,
): Promise<void> {
  const { store } = withWholeStore({ store: part });
  if (size > MAX_DRAFT_SIZE)
    throw refused(
      'draft_too_large',
      `A draft holds at most ${MAX_DRAFT_SIZE} characters; this one would hold ${size}.`,
    );
  const others = (
    await allOf(store, batchKind, companyId, { where: { rawStatus: 'Draft' } })
  ).filter((each) => each.id !== id);
  if (others.length >= MAX_DRAFTS)
    throw refused(
      'too_many_drafts',
      `A company keeps at most ${MAX_DRAFTS} drafts, and yours has as many. Launch or delete some.`,
    );
  const kept = others.reduce((sum, { doc }) => sum + (doc.draft?.size ?? 0), 0);
  if (kept + size > MAX_DRAFTS_SIZE)
    throw refused(
      'drafts_too_large',
      `All drafts of a company hold at most ${MAX_DRAFTS_SIZE} characters together; there is room for ${Math.max(0, MAX_DRAFTS_SIZE - kept)}. Launch or delete some.`,
    );
}

const refused = (code: string, message: string) => breaks('', code, message);
