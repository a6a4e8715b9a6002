import { defined } from '../../base/defined.ts';
import { countsOf } from '../../base/outcome-words.ts';
import { success } from '../../base/schema/envelope.ts';
import type { Operation } from '../../operations/operation.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import type { Stored } from '../../ports/store.ts';
import type { ApprovalLink, ApprovalRecord, Step } from './records.ts';
import { shownResult } from './results.ts';
import type { ApprovalAnswer, ApprovalStatus } from './schema.ts';

type ShowPorts = Pick<ServicePorts, 'clock' | 'publicUrl'>;

export type Known = ReadonlyMap<string, Operation>;

export function statusOf(
  { clock }: { readonly clock: Pick<ShowPorts['clock'], 'now'> },
  doc: ApprovalRecord,
): ApprovalStatus {
  if (doc.results !== undefined) return endOf(doc.results);
  if (doc.declined !== undefined) return 'declined';
  if (clock.now() >= doc.expiresAt) return 'expired';
  return doc.approved === undefined ? 'awaiting_approval' : 'approved';
}

export function endOf(
  results: NonNullable<ApprovalRecord['results']>,
): 'running' | 'applied' | 'partly' | 'failed' {
  const { done = 0, running = 0, ...others } = countsOf(results.map(shownResult));
  if (running > 0) return 'running';
  return Object.keys(others).length === 0 ? 'applied' : done > 0 ? 'partly' : 'failed';
}

export const isOpen = (ports: Pick<ShowPorts, 'clock'>, doc: ApprovalRecord) =>
  ['awaiting_approval', 'approved'].includes(statusOf(ports, doc)) && doc.startedAt === undefined;

export const approveUrl = ({ publicUrl }: Pick<ShowPorts, 'publicUrl'>, digest: string) =>
  `${publicUrl}/approve/${digest}`;

export function shown(ports: ShowPorts, { id, doc }: Stored<ApprovalRecord>) {
  const {
    preview,
    needs,
    createdBy,
    planner,
    createdAt,
    expiresAt,
    startedAt,
    comment,
    approved,
    declined,
  } = doc;
  const word = ({ by, person, at, comment: said }: NonNullable<ApprovalRecord['approved']>) => ({
    by,
    at: new Date(at).toISOString(),
    ...(person !== undefined && { person }),
    ...(said !== undefined && { comment: said }),
  });
  return {
    digest: id,
    status: statusOf(ports, doc),
    summary: [...preview.summary],
    adAccountIds: [...preview.adAccountIds],
    startsDelivering: preview.startsDelivering,
    destroys: doc.destroys === true,
    guards: [...preview.guards],
    moneyAtStake: [...preview.moneyAtStake],
    needs: needs ?? 'anyone',
    createdBy,
    ...(planner !== undefined && { planner }),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(startedAt !== undefined && { startedAt: iso(startedAt) }),
    ...(comment !== undefined && { comment }),
    ...(approved && { approved: word(approved) }),
    ...(declined && { declined: word(declined) }),
    approveUrl: approveUrl(ports, id),
  };
}

export const shownWhole = (
  ports: ShowPorts,
  known: Known,
  found: Stored<ApprovalRecord>,
): ApprovalAnswer =>
  success({
    ...shown(ports, found),
    operations: found.doc.steps.map(({ operation, input, media }: Step, at) => ({
      operation,
      ...aboutOf(found.doc, at),
      input: { ...input },
      ...(media && { media: [...media] }),
      effects: known.get(operation)?.effects ?? 'writes',
    })),
    ...(found.doc.results && { results: found.doc.results.map(shownResult) }),
    ...(found.doc.links && { links: found.doc.links.map(shownLink) }),
  });

function aboutOf({ about }: ApprovalRecord, at: number) {
  const step = about?.[at];
  const objects = step?.objects.map(({ type, id, name, does, now: before, then: after }) => ({
    id,
    name,
    ...defined({ type, does, before, after }),
  }));
  return step && { title: step.title, ...defined({ objects }) };
}

const shownLink = ({ at, until, opened = [], decided, ...link }: ApprovalLink) => ({
  ...link,
  createdAt: iso(at),
  expiresAt: iso(until),
  opened: opened.map((each) => ({ ...each, at: iso(each.at) })),
  ...(decided && { decided: { ...decided, at: iso(decided.at) } }),
});

const iso = (at: number): string => new Date(at).toISOString();
