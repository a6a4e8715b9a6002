import * as v from 'valibot';
import type { Caller } from '../../access/caller.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { parseCsv } from '../../base/csv.ts';
import { defined } from '../../base/defined.ts';
import { type Fault, SlipwayError } from '../../base/errors.ts';
import { typedAmount } from '../../base/schema/amount-text.ts';
import { faultsOf } from '../../base/schema/faults.ts';
import { carryOut, refuseWithoutRight } from '../../operations/carry-out.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { changeDocument } from '../../records/change.ts';
import { unkeyed } from '../../records/once.ts';
import { a1 } from '../../sheet/locate.ts';
import { plainHeader, stageColumns } from './columns.ts';
import { type LeadStage, leadKind, leadWatchKind, type StoredLead } from './records.ts';
import { type SentStage, type StagesAnswer, type StagesCsvRequest, type StagesRequest, stagesRequest } from './schema.ts';
import { identifiersIn, openLead } from './seal.ts';

interface ReadyStage {
  readonly index: number;
  readonly sent: SentStage;
  readonly lead: StoredLead;
  readonly destination: string;
  readonly happenedAt: number;
}

type Refused = StagesAnswer['refused'][number];

/**
 * Tells platforms what became of leads, as conversion events that carry the platform's own id of the lead. A stage of a lead is
 * told once to each destination: its event has the same id again.
 */
export async function sendStages(
  ports: ServicePorts,
  caller: Caller,
  { destination, stages }: StagesRequest,
  send: Operation,
): Promise<StagesAnswer> {
  refuseWithoutRight(caller, send);
  const refused: Refused[] = [];
  const ready: ReadyStage[] = [];
  for (const [index, sent] of stages.entries()) {
    const found = await readyStage(ports, caller.companyId, { index, sent, destination });
    if ('code' in found) refused.push(found);
    else ready.push(found);
  }
  const uploads: StagesAnswer['uploads'] = [];
  let [accepted, duplicates] = [0, 0];
  for (const to of new Set(ready.map((each) => each.destination))) {
    const group = ready.filter((each) => each.destination === to);
    const told = await tell(ports, caller, group, send);
    refused.push(...told.refused);
    accepted += told.accepted;
    duplicates += told.duplicates;
    if (told.uploadId !== undefined) uploads.push({ destination: to, uploadId: told.uploadId });
    const isRefused = new Set(told.refused.map(({ index }) => index));
    for (const each of group) if (!isRefused.has(each.index)) await noteStage(ports, caller.companyId, each);
  }
  return { success: true, accepted, duplicates, refused: refused.sort((a, b) => a.index - b.index), uploads };
}

async function readyStage(
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
  { index, sent, destination }: { readonly index: number; readonly sent: SentStage; readonly destination: string | undefined },
): Promise<ReadyStage | Refused> {
  const refusal = (field: string, code: string, message: string): Refused => ({
    index,
    leadId: sent.leadId,
    path: `stages[${index}].${field}`,
    code,
    message,
  });
  const lead = await store.get(leadKind, companyId, sent.leadId);
  if (lead?.doc.state !== 'kept') return refusal('leadId', 'unknown_lead', 'There is no such lead here, or it was erased.');
  const to = destination ?? (await store.get(leadWatchKind, companyId, lead.doc.account))?.doc.destination;
  if (to === undefined)
    return refusal('destination', 'missing_field', 'Name a destination here, or one for the account whose leads are read.');
  const before = lead.doc.stages?.find((each) => each.stage === sent.stage && each.destination === to);
  const happenedAt = sent.happenedAt === undefined ? (before?.happenedAt ?? clock.now()) : Date.parse(sent.happenedAt);
  return { index, sent, lead, destination: to, happenedAt };
}

interface Told {
  readonly accepted: number;
  readonly duplicates: number;
  readonly refused: readonly Refused[];
  readonly uploadId?: string;
}

/** What the operation answers. */
interface SentEvents {
  readonly uploadId?: string;
  readonly accepted: number;
  readonly refused: readonly (Pick<Fault, 'path' | 'code' | 'message'> & { readonly index: number })[];
  readonly duplicates: readonly unknown[];
}

async function tell(ports: ServicePorts, caller: Caller, group: readonly ReadyStage[], send: Operation): Promise<Told> {
  const events = await Promise.all(group.map((each) => eventOf(ports, caller.companyId, each)));
  const input = { destinations: [group[0]?.destination], events };
  const at = (index: number, { code, message }: Pick<Fault, 'code' | 'message'>): readonly Refused[] => {
    const stage = group[index];
    if (stage === undefined) return [];
    return [{ index: stage.index, leadId: stage.lead.id, path: `stages[${stage.index}]`, code, message }];
  };
  try {
    const parts = { subject: {}, options: {}, input };
    const answer = (await carryOut(ports, send, caller, parts, async () => unkeyed(ports.store))) as SentEvents;
    const { accepted, duplicates, refused, uploadId } = answer;
    return {
      accepted,
      duplicates: duplicates.length,
      refused: refused.flatMap((each) => at(each.index, each)),
      ...defined({ uploadId }),
    };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const blamed = error.details.map((fault) => ({ fault, index: eventAt(fault.path) }));
    // What is no fault of an event is one of the request.
    if (blamed.length === 0 || blamed.some(({ index }) => index === undefined)) throw error;
    return { accepted: 0, duplicates: 0, refused: blamed.flatMap(({ fault, index = -1 }) => at(index, fault)) };
  }
}

/** `events[3].user.email` → 3. */
function eventAt(path: string): number | undefined {
  const end = path.indexOf(']');
  return path.startsWith('events[') && end > 7 ? Number(path.slice(7, end)) : undefined;
}

async function eventOf(ports: ServicePorts, companyId: string, { sent, lead, destination, happenedAt }: ReadyStage) {
  const { platform } = accountOfKey(lead.doc.account);
  const open = lead.doc.sealed === undefined ? { answers: [] } : await openLead(ports, companyId, lead.doc.sealed);
  const people = identifiersIn(open.answers);
  const ownId = lead.id.slice(platform.length + 1);
  const isOwn = destination.startsWith(`${platform}:`);
  return {
    eventId: `lead-${ownId}-${sent.stage}`,
    name: sent.stage,
    happenedAt: new Date(happenedAt).toISOString(),
    source: 'system_generated',
    ...defined({ value: sent.value, currency: sent.currency }),
    user: {
      ...(isOwn && { leadId: ownId }),
      ...defined({
        email: people.find(({ email = '' }) => email.slice(email.indexOf('@')).includes('.'))?.email,
        phone: people.find(({ phone }) => phone !== undefined)?.phone,
      }),
      ...(open.clickId !== undefined && { clickIds: { [open.clickId.name]: open.clickId.value } }),
    },
  };
}

async function noteStage(
  { store }: Pick<ServicePorts, 'store'>,
  companyId: string,
  { lead, sent, destination, happenedAt }: ReadyStage,
): Promise<void> {
  const { stage, value, currency } = sent;
  const told: LeadStage = { stage, happenedAt, destination, ...defined({ value, currency }) };
  const isSame = (each: LeadStage): boolean => each.stage === stage && each.destination === destination;
  await changeDocument(store, leadKind, {
    companyId,
    id: lead.id,
    change: (current) => {
      if (current === undefined || current.doc.state !== 'kept') return { doc: current?.doc };
      const others = (current.doc.stages ?? []).filter((each) => !isSame(each));
      return { doc: { ...current.doc, stages: [...others, told] } };
    },
  });
}

/** A line of headers, then a stage a line; lines without a stage are left out. Throws every fault at its cell. */
export async function sendStagesCsv(
  ports: ServicePorts,
  caller: Caller,
  { csv, destination }: StagesCsvRequest,
  send: Operation,
): Promise<StagesAnswer> {
  const [headers = [], ...lines] = parseCsv(csv);
  const places = stageColumns.map((name) => headers.findIndex((header) => plainHeader(header) === plainHeader(name)));
  const missing = stageColumns.filter((name, i) => (name === 'leadId' || name === 'stage') && places[i] === -1);
  if (missing.length > 0) {
    const details = missing.map((name) => ({
      path: 'csv',
      code: 'missing_column',
      message: `The column ${name} is missing.`,
    }));
    throw new SlipwayError('unprocessable_entity', 'Columns of this table are missing; nothing was sent.', { details });
  }
  const rows = lines.flatMap((cells, i) => {
    const stage = Object.fromEntries(
      stageColumns.flatMap((name, c) => {
        const text = cells[places[c] ?? -1]?.trim() ?? '';
        return text === '' ? [] : [[name, name === 'value' ? typedAmount(text) : text]];
      }),
    );
    return stage.stage === undefined ? [] : [{ stage, row: i + 2 }];
  });
  const cellOf = (index: number, path: string): string | undefined => {
    const row = rows[index]?.row;
    const place = stageColumns.findIndex((name) => path.endsWith(`.${name}`));
    return row === undefined ? undefined : a1(Math.max(0, places[Math.max(0, place)] ?? 0), row);
  };
  const read = v.safeParse(stagesRequest, { stages: rows.map(({ stage }) => stage), ...defined({ destination }) });
  if (!read.success) {
    const details = faultsOf(read.issues, '').map((fault) => {
      const end = fault.path.indexOf(']');
      const index = fault.path.startsWith('stages[') && end > 7 ? Number(fault.path.slice(7, end)) : -1;
      return { ...fault, ...defined({ cell: cellOf(index, fault.path) }) };
    });
    throw new SlipwayError('unprocessable_entity', 'Cells of this table have faults; nothing was sent.', { details });
  }
  const answer = await sendStages(ports, caller, read.output, send);
  const refused = answer.refused.map((each) => ({ ...each, ...defined({ cell: cellOf(each.index, each.path) }) }));
  return { ...answer, refused };
}
