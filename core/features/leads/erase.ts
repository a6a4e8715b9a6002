import { auditWrite } from '../../access/audit.ts';
import type { Actor } from '../../access/caller.ts';
import { type AccountKey, accountOfKey } from '../../base/account-key.ts';
import { breaks } from '../../base/refusal.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Write } from '../../ports/store.ts';
import { allOf } from '../../records/list.ts';
import {
  bareLead,
  erasureKind,
  type LeadRecord,
  leadKind,
  leadWatchKind,
  type StoredLead,
  tombstoneMs,
  tombstoneOf,
} from './records.ts';
import type { EraseRequest } from './schema.ts';
import { markKey, markOf } from './seal.ts';

type ErasePorts = Pick<ServicePorts, 'store' | 'secrets' | 'clock' | 'platforms'>;

const STEP = 100;

/**
 * Leaves tombstones for what is there, and a mark of the person for what is still on its way:
 * nothing that was sent until now comes back. What the person sends later is new.
 */
export async function eraseLeads(
  ports: ErasePorts,
  caller: Actor,
  request: EraseRequest,
): Promise<number> {
  const { companyId } = caller;
  const { store } = ports;
  if (request.id !== undefined)
    for (;;) {
      const lead = await store.get(leadKind, companyId, request.id);
      if (lead !== undefined) return eraseFound(ports, caller, [lead], 'id');
      // A reading may bring it in this moment.
      if (await isBuried(ports, companyId, request.id)) return 0;
    }
  const by = request.email === undefined ? 'phone' : 'email';
  const mark = await markOf(ports, await markKey(ports, companyId), request);
  if (mark === undefined)
    throw breaks(
      by,
      `invalid_${by}`,
      by === 'email' ? 'This is no e-mail address.' : 'Give the number with its country code.',
    );
  await noteErasure(ports, companyId, mark);
  let erased = 0;
  for (;;) {
    // Tombstones have no marks: each step finds others.
    const { items } = await store.find(leadKind, companyId, {
      where: { marks: { has: mark } },
      limit: STEP,
    });
    erased += await eraseFound(ports, caller, items, by);
    if (items.length < STEP) return erased;
  }
}

/** Buries one that no reading has brought yet. */
async function isBuried(
  { store, clock }: ErasePorts,
  companyId: string,
  id: string,
): Promise<boolean> {
  const watches = await allOf(store, leadWatchKind, companyId);
  // Watches are stored under account keys.
  const account = watches
    .map((watch) => watch.id as AccountKey)
    .find((key) => id.startsWith(`${accountOfKey(key).platform}:`));
  if (account === undefined) return true;
  const at = clock.now();
  const doc: LeadRecord = {
    ...bareLead(account, { id, formId: '', at }),
    state: 'erased',
    endsAt: at + tombstoneMs(),
  };
  return (
    (await store.commit([{ kind: leadKind, companyId, id, expect: 'absent', doc }])) === undefined
  );
}

async function noteErasure(
  { store, clock }: ErasePorts,
  companyId: string,
  mark: string,
): Promise<void> {
  // Of the request, not of the commit: an attempt that hangs must not reach what the person sends
  // meanwhile.
  const asked = clock.now();
  for (;;) {
    const known = await store.get(erasureKind, companyId, mark);
    const at = Math.max(asked, known?.doc.at ?? 0);
    const doc = { at, endsAt: at + tombstoneMs() };
    const expect = known?.version ?? ('absent' as const);
    if (
      (await store.commit([{ kind: erasureKind, companyId, id: mark, expect, doc }])) === undefined
    )
      return;
  }
}

async function eraseFound(
  ports: ErasePorts,
  caller: Actor,
  leads: readonly StoredLead[],
  by: string,
): Promise<number> {
  const { companyId } = caller;
  let open = leads.filter(({ doc }) => doc.state === 'kept' || doc.state === 'noticed');
  const erased = open.length;
  while (open.length > 0) {
    const writes = open.map(({ id, version, doc }): Write => {
      const keptDays = ports.platforms[accountOfKey(doc.account).platform]?.leads?.keptDays;
      const next = tombstoneOf(doc, 'erased', ports.clock.now() + tombstoneMs(keptDays));
      return { kind: leadKind, companyId, id, expect: version, doc: next };
    });
    const trace = auditWrite(ports, caller, {
      action: 'leads.erase',
      subject: by,
      details: { leads: open.length },
    });
    if ((await ports.store.commit([...writes, trace])) === undefined) break;
    const again = await Promise.all(open.map(({ id }) => ports.store.get(leadKind, companyId, id)));
    open = again.flatMap((lead) =>
      lead === undefined || lead.doc.state === 'erased' ? [] : [lead],
    );
  }
  return erased;
}
