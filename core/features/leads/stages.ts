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
import type { Store, Write } from '../../ports/store.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { a1 } from '../../sheet/locate.ts';
import { plainHeader, stageColumns } from './columns.ts';
import { type LeadStage, leadKind, leadWatchKind, type StoredLead } from './records.ts';
import {
  type SentStage,
  type StagesAnswer,
  type StagesCsvRequest,
  type StagesRequest,
  stagesRequest,
} from './schema.ts';
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
 * Tells platforms what became of leads, as conversion events that carry the platform's own id of
 * the lead. A stage of a lead is told once to each destination: its event has the same id again.
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
  }
  return {
    success: true,
    accepted,
    duplicates,
    refused: refused.sort((a, b) => a.index - b.index),
    uploads,
  };
}

async function readyStage(
  { store, clock }: Pick<ServicePorts, 'store' | 'clock'>,
  companyId: string,
  {
    index,
    sent,
    destination,
  }: { readonly index: number; readonly sent: SentStage; readonly destination: string | undefined },
): Promise<ReadyStage | Refused> {
  const refusal = (field: string, code: string, message: string): Refused => ({
    index,
    leadId: sent.leadId,
    path: `stages[${index}].${field}`,
    code,
    message,
  });
  const lead = await store.get(leadKind, companyId, sent.leadId);
  if (lead?.doc.state !== 'kept')
    return refusal('leadId', 'unknown_lead', 'There is no such lead here, or it was erased.');
  const to =
    destination ?? (await store.get(leadWatchKind, companyId, lead.doc.account))?.doc.destination;
  if (to === undefined)
    return refusal(
      'destination',
      'missing_field',
      'Name a destination here, or one for the account whose leads are read.',
    );
  const before = lead.doc.stages?.find(
    (each) => each.stage === sent.stage && each.destination === to,
  );
  const happenedAt =
    sent.happenedAt === undefined
      ? (before?.happenedAt ?? clock.now())
      : Date.parse(sent.happenedAt);
  return { index, sent, lead, destination: to, happenedAt };
}

type Told = Pick<StagesAnswer, 'accepted' | 'duplicates' | 'refused'> & {
  readonly uploadId?: string;
};

/** What the operation answers. */
interface SentEvents {
  readonly uploadId?: string;
  readonly accepted: number;
  readonly refused: readonly (Pick<Fault, 'path' | 'code' | 'message'> & {
    readonly index: number;
  })[];
  readonly duplicates: readonly unknown[];
}

async function tell(
  ports: ServicePorts,
  caller: Caller,
  group: readonly ReadyStage[],
  send: Operation,
): Promise<Told> {
  const events = await Promise.all(group.map((each) => eventOf(ports, caller.companyId, each)));
  const input = { destinations: [group[0]?.destination], events };
  const at = (
    index: number,
    { code, message }: Pick<Fault, 'code' | 'message'>,
  ): readonly Refused[] => {
    const stage = group[index];
    if (stage === undefined) return [];
    return [
      { index: stage.index, leadId: stage.lead.id, path: `stages[${stage.index}]`, code, message },
    ];
  };
  try {
    const parts = { subject: {}, options: {}, input };
    const answer = (await carryOut(ports, send, caller, parts, async () =>
      noting(ports.store, caller.companyId, group),
    )) as SentEvents;
    const { accepted, duplicates, refused, uploadId } = answer;
    return {
      accepted,
      duplicates: duplicates.length,
      refused: refused.flatMap((each) => at(each.index, each)),
      ...defined({ uploadId }),
    };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const blamed = error.details.map((fault) => ({ fault, index: placeIn('events', fault.path) }));
    // What is no fault of an event is one of the request.
    if (blamed.length === 0 || blamed.some(({ index }) => index === undefined)) throw error;
    return {
      accepted: 0,
      duplicates: 0,
      refused: blamed.flatMap(({ fault, index = -1 }) => at(index, fault)),
    };
  }
}

/** `events[3].user.email` → 3. */
function placeIn(list: 'events' | 'stages', path: string): number | undefined {
  const end = path.indexOf(']');
  return path.startsWith(`${list}[`) && end > 7 ? Number(path.slice(7, end)) : undefined;
}

async function eventOf(
  ports: ServicePorts,
  companyId: string,
  { sent, lead, destination, happenedAt }: ReadyStage,
) {
  const { platform } = accountOfKey(lead.doc.account);
  const open =
    lead.doc.sealed === undefined
      ? { answers: [] }
      : await openLead(ports, companyId, lead.doc.sealed);
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
        email: people.find(({ email = '' }) => email.slice(email.indexOf('@')).includes('.'))
          ?.email,
        phone: people.find(({ phone }) => phone !== undefined)?.phone,
      }),
      ...(open.clickId !== undefined && { clickIds: { [open.clickId.name]: open.clickId.value } }),
    },
  };
}

/**
 * Notes stages in the commit that accepts their events: where a process dies, both are there or
 * none.
 */
const noting = (store: Store, companyId: string, group: readonly ReadyStage[]): Once => ({
  ...unkeyed(store),
  inOneCommit: (work) =>
    work(async (writes, answer) => {
      const refused = new Set((answer as unknown as SentEvents).refused.map(({ index }) => index));
      const told = group.filter((_, index) => !refused.has(index));
      return store.commit([...writes, ...(await stageWrites(store, companyId, told))]);
    }),
});

async function stageWrites(
  store: Store,
  companyId: string,
  told: readonly ReadyStage[],
): Promise<readonly Write[]> {
  const ids = [...new Set(told.map(({ lead }) => lead.id))];
  const leads = await Promise.all(ids.map((id) => store.get(leadKind, companyId, id)));
  return leads.flatMap((lead): readonly Write[] => {
    if (lead?.doc.state !== 'kept') return [];
    const own = told.filter((each) => each.lead.id === lead.id);
    const doc = { ...lead.doc, stages: own.reduce(withStage, lead.doc.stages ?? []) };
    return [{ kind: leadKind, companyId, id: lead.id, expect: lead.version, doc }];
  });
}

function withStage(
  stages: readonly LeadStage[],
  { sent, destination, happenedAt }: ReadyStage,
): readonly LeadStage[] {
  const { stage, value, currency } = sent;
  const others = stages.filter((each) => each.stage !== stage || each.destination !== destination);
  return [...others, { stage, happenedAt, destination, ...defined({ value, currency }) }];
}

/**
 * A line of headers, then a stage a line; lines without a stage are left out. Throws every fault at
 * its cell.
 */
export async function sendStagesCsv(
  ports: ServicePorts,
  caller: Caller,
  { csv, destination }: StagesCsvRequest,
  send: Operation,
): Promise<StagesAnswer> {
  const [headers = [], ...lines] = parseCsv(csv);
  const places = stageColumns.map((name) =>
    headers.findIndex((header) => plainHeader(header) === plainHeader(name)),
  );
  const missing = stageColumns.filter(
    (name, i) => (name === 'leadId' || name === 'stage') && places[i] === -1,
  );
  if (missing.length > 0) {
    const details = missing.map((name) => ({
      path: 'csv',
      code: 'missing_column',
      message: `The column ${name} is missing.`,
    }));
    throw new SlipwayError(
      'unprocessable_entity',
      'Columns of this table are missing; nothing was sent.',
      { details },
    );
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
  const read = v.safeParse(stagesRequest, {
    stages: rows.map(({ stage }) => stage),
    ...defined({ destination }),
  });
  if (!read.success) {
    const details = faultsOf(read.issues, '').map((fault) => {
      const index = placeIn('stages', fault.path) ?? -1;
      return { ...fault, ...defined({ cell: cellOf(index, fault.path) }) };
    });
    throw new SlipwayError(
      'unprocessable_entity',
      'Cells of this table have faults; nothing was sent.',
      { details },
    );
  }
  const answer = await sendStages(ports, caller, read.output, send);
  const refused = answer.refused.map((each) => ({
    ...each,
    ...defined({ cell: cellOf(each.index, each.path) }),
  }));
  return { ...answer, refused };
}
