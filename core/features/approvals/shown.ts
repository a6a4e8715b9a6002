import { success } from '../../base/schema/envelope.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Stored } from '../../ports/store.ts';
import type { Known } from './known.ts';
import type { ApprovalRecord, Step } from './records.ts';
import type { ApprovalAnswer } from './schema.ts';
import { statusOf } from './status.ts';

interface ShowPorts {
  readonly clock: Clock;
  readonly publicUrl: string;
}

export const approveUrl = ({ publicUrl }: { readonly publicUrl: string }, digest: string): string =>
  `${publicUrl}/approve/${digest}`;

/** A plan in a list. */
export function shown(ports: ShowPorts, { id, doc }: Stored<ApprovalRecord>) {
  const { preview, needs, createdBy, planner, createdAt, expiresAt, comment, approved, declined } = doc;
  const word = ({ by, person, at, comment: said }: NonNullable<ApprovalRecord['approved']>) => ({
    ...{ by, at: new Date(at).toISOString() },
    ...(person !== undefined && { person }),
    ...(said !== undefined && { comment: said }),
  });
  return {
    digest: id,
    status: statusOf(ports, doc),
    summary: [...preview.summary],
    adAccountIds: [...preview.adAccountIds],
    startsDelivering: preview.startsDelivering,
    guards: [...preview.guards],
    moneyAtStake: [...preview.moneyAtStake],
    needs: needs ?? 'anyone',
    createdBy,
    ...(planner !== undefined && { planner }),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(comment !== undefined && { comment }),
    ...(approved && { approved: word(approved) }),
    ...(declined && { declined: word(declined) }),
    approveUrl: approveUrl(ports, id),
  };
}

/** A plan with its operations, and what came of them. */
export const shownWhole = (ports: ShowPorts, known: Known, found: Stored<ApprovalRecord>): ApprovalAnswer =>
  success({
    ...shown(ports, found),
    operations: found.doc.steps.map(({ operation, input, media }: Step) => ({
      ...{ operation, input: { ...input } },
      ...(media && { media: [...media] }),
      effects: known.get(operation)?.effects ?? 'writes',
    })),
    ...(found.doc.results && { results: [...found.doc.results] }),
  });
