import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { PlatformLead } from '../../ports/platform-leads.ts';
import type { Write } from '../../ports/store.ts';
import {
  DAY,
  documentId,
  erasureKind,
  type FormRecord,
  formKind,
  type LeadRecord,
  leadKind,
  type StoredLead,
  sortKey,
  tombstoneMs,
  tombstoneOf,
} from './records.ts';
import { markKey, marksOf, sealLead } from './seal.ts';

export type KeepPorts = Pick<ServicePorts, 'store' | 'secrets' | 'clock' | 'events'>;

interface ReadLeads {
  readonly account: AccountKey;
  readonly leads: readonly PlatformLead[];
  readonly keepDays: number;
  readonly keptDays: number | undefined;
  /** How a form changes in the same commit. */
  readonly progress?: { readonly id: string; change(form: FormRecord): FormRecord };
}

/**
 * Keeps leads that were not known, sealed, with their webhook events and the place of the reading,
 * in one commit: each is new once, in whatever order and however often it comes. Tombstones stay.
 * An erasure notes its mark and then looks for leads: those that it did not find yet are looked at
 * once more after their commit.
 */
export async function keepLeads(
  ports: KeepPorts,
  companyId: string,
  read: ReadLeads,
): Promise<void> {
  const { store, clock } = ports;
  const { platform } = accountOfKey(read.account);
  const leads = [...new Map(read.leads.map((lead) => [lead.id, lead])).values()];
  const key = leads.length === 0 ? '' : await markKey(ports, companyId);
  for (let { progress } = read; ; ) {
    const now = clock.now();
    const writes: Write[] = [];
    for (const lead of leads) {
      const id = documentId(platform, lead.id);
      const known = await store.get(leadKind, companyId, id);
      if (known === undefined || known.doc.state === 'noticed')
        writes.push(...(await writesFor(ports, companyId, { ...read, lead, id, known, key, now })));
      else
        writes.push(
          ...(await erasedSince(ports, companyId, known, now + tombstoneMs(read.keptDays))),
        );
    }
    const isNew = writes.length > 0;
    if (progress !== undefined) {
      const form = await store.get(formKind, companyId, progress.id);
      // Its account is not watched any more.
      if (form === undefined) return;
      const doc = progress.change(form.doc);
      writes.push({ kind: formKind, companyId, id: form.id, expect: form.version, doc });
    }
    if (writes.length === 0) return;
    if ((await store.commit(writes)) !== undefined) continue;
    if (!isNew) return;
    progress = undefined;
  }
}

async function erasedSince(
  ports: Pick<KeepPorts, 'store'>,
  companyId: string,
  { id, version, doc }: StoredLead,
  forgetAt: number,
): Promise<readonly Write[]> {
  const { state, marks = [], createdAt } = doc;
  if (state !== 'kept' || !(await isErased(ports, companyId, marks, createdAt))) return [];
  return [
    { kind: leadKind, companyId, id, expect: version, doc: tombstoneOf(doc, 'erased', forgetAt) },
  ];
}

interface NewLead extends Pick<ReadLeads, 'account' | 'keepDays' | 'keptDays'> {
  readonly lead: PlatformLead;
  readonly id: string;
  readonly known: StoredLead | undefined;
  readonly key: string;
  readonly now: number;
}

async function writesFor(
  ports: KeepPorts,
  companyId: string,
  fresh: NewLead,
): Promise<readonly Write[]> {
  const { lead, id, known, key, now, account, keepDays, keptDays } = fresh;
  const endsAt = lead.createdAt + keepDays * DAY;
  const expect = known?.version ?? ('absent' as const);
  const marks = await marksOf(ports, key, lead.answers);
  const doc: LeadRecord = {
    account,
    formId: lead.formId,
    ...defined({ adId: lead.adId, adSetId: lead.adSetId, campaignId: lead.campaignId }),
    createdAt: lead.createdAt,
    arrivedAt: now,
    sort: sortKey(lead.createdAt, id),
    state: 'kept',
    endsAt,
    origin: lead.isTest
      ? 'test'
      : lead.isOrganic
        ? 'organic'
        : lead.adId === undefined
          ? 'unknown'
          : 'ad',
    ...(marks.length > 0 && { marks }),
  };
  const write = (next: LeadRecord | undefined): Write => ({
    kind: leadKind,
    companyId,
    id,
    expect,
    doc: next,
  });
  const forgetAt = now + tombstoneMs(keptDays);
  // Too old to be kept: nothing of it is.
  if (endsAt <= now)
    return known === undefined ? [] : [write(tombstoneOf(doc, 'expired', forgetAt))];
  if (await isErased(ports, companyId, marks, lead.createdAt))
    return [write(tombstoneOf(doc, 'erased', forgetAt))];
  const sealed = await sealLead(ports, companyId, lead);
  const call = { name: 'lead.created', data: { lead: eventOf(id, doc) } } as const;
  return [
    write({ ...doc, sealed }),
    ...(await ports.events.writes(companyId, { id: `lead-${id}`, at: now, call })),
  ];
}

async function isErased(
  { store }: Pick<KeepPorts, 'store'>,
  companyId: string,
  marks: readonly string[],
  createdAt: number,
): Promise<boolean> {
  for (const mark of marks) {
    const erasure = await store.get(erasureKind, companyId, mark);
    if (erasure !== undefined && createdAt <= erasure.doc.at) return true;
  }
  return false;
}

/** Deliveries are kept in clear, so a webhook gets no answers. */
function eventOf(id: string, { account, formId, adId, campaignId, createdAt, origin }: LeadRecord) {
  const { platform, adAccountId } = accountOfKey(account);
  return {
    id,
    platform,
    adAccountId,
    formId,
    adId: adId ?? null,
    campaignId: campaignId ?? null,
    createdAt: new Date(createdAt).toISOString(),
    isTest: origin === 'test',
  };
}
