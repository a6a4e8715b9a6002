import { auditWrite } from '../../access/audit.ts';
import type { Caller } from '../../access/caller.ts';
import { makerBehind } from '../../access/keys.ts';
import { companyKind } from '../../access/records.ts';
import { SlipwayError } from '../../base/errors.ts';
import { breaks, refusal } from '../../base/refusal.ts';
import { success } from '../../base/schema/envelope.ts';
import { approverOf } from '../../gate/guardrails.ts';
import type { ServicePorts } from '../../operations/ports.ts';
import { type Stored, SYSTEM } from '../../ports/store.ts';
import { changeDocument } from '../../records/change.ts';
import type { Once } from '../../records/once.ts';
import { randomId } from '../../records/random-id.ts';
import { ended, operationsOf, refuseUnable, storedApproval } from './approvals.ts';
import {
  callerNow,
  isAnother,
  mayRun,
  missing,
  ownPlan,
  plannerOf,
  refuseYounger,
  tooLate,
} from './approvers.ts';
import { type ApprovalLink, type ApprovalRecord, approvalKind } from './records.ts';
import type { GuestDecision, ShareAnswer, ShareRequest } from './schema.ts';
import { type Known, shownWhole, statusOf } from './shown.ts';

/**
 * A link lets one person without an account decide about one plan, once, within a day. It counts as
 * the person who made it: who may not approve cannot let others approve.
 */

const LINK_MS = 24 * 3_600_000;
const MOST_LINKS = 10;
const MOST_OPENINGS = 20;
const PURPOSE = { companyId: SYSTEM, use: 'approval' } as const;

interface Held {
  readonly companyId: string;
  readonly digest: string;
  readonly link: string;
}

export async function shareApproval(
  ports: ServicePorts,
  caller: Caller,
  {
    known,
    digest,
    request,
    once,
  }: {
    readonly known: Known;
    readonly digest: string;
    readonly request: ShareRequest;
    readonly once: Once;
  },
) {
  const { companyId, keyId } = caller;
  return once.inOneCommit<ShareAnswer>(
    async (conclude) => {
      for (;;) {
        const found = await storedApproval(ports.store, companyId, digest);
        const now = ports.clock.now();
        await refuseUnable(ports, caller, known, found.doc);
        await refuseYounger({ store: ports.store, now }, caller, found.doc);
        const status = statusOf(ports, found.doc);
        if (status !== 'awaiting_approval') throw tooLate(status);
        const { links = [] } = found.doc;
        if (links.length >= MOST_LINKS) throw tooManyLinks();
        const id = randomId(ports.secrets, 'link');
        const until = Math.min(now + LINK_MS, found.doc.expiresAt);
        const by = { by: keyId, person: await plannerOf(ports.store, caller) };
        const link: ApprovalLink = { id, for: request.for, ...by, at: now, until };
        const held: Held = { companyId, digest, link: id };
        const token = await ports.secrets.seal(JSON.stringify(held), PURPOSE);
        const answer = success({
          id,
          url: `${ports.publicUrl}/#/decide/${token}`,
          expiresAt: new Date(until).toISOString(),
        });
        const conflict = await conclude(
          [
            {
              kind: approvalKind,
              companyId,
              id: digest,
              expect: found.version,
              doc: { ...found.doc, links: [...links, link] },
            },
            auditWrite(ports, caller, {
              action: 'plan.share',
              subject: digest,
              details: { link: id, for: request.for },
            }),
          ],
          answer,
        );
        if (conflict === undefined) return answer;
      }
    },
    { secret: true },
  );
}

/** Who opens a link, as far as known. */
interface Opener {
  readonly address?: string | undefined;
  readonly agent?: string | undefined;
}

/** The plan behind a link, for its opener. Notes that it was opened. */
export async function openLink(ports: ServicePorts, known: Known, token: string, opener: Opener) {
  const { held, found, link } = await heldBy(ports, token);
  const { companyId, digest } = held;
  const now = ports.clock.now();
  const opening = { at: now, ...seen(opener) };
  await changeLink(
    ports,
    held,
    (each) => ({ ...each, opened: [...(each.opened ?? []), opening].slice(-MOST_OPENINGS) }),
    [
      auditWrite(ports, guest(held, opener), {
        action: 'plan.open',
        subject: digest,
        details: { link: link.id, for: link.for },
      }),
    ],
  );
  const company = (await ports.store.get(companyKind, SYSTEM, companyId))?.doc.name ?? '';
  const plan = shownWhole(ports, known, found);
  const { status, summary, startsDelivering, moneyAtStake, comment, operations } = plan;
  const shown = {
    status,
    summary,
    startsDelivering,
    moneyAtStake,
    expiresAt: new Date(link.until).toISOString(),
  };
  return {
    companyId,
    company,
    for: link.for,
    from: link.person,
    decided: link.decided !== undefined,
    ...shown,
    ...(comment !== undefined && { comment }),
    operations,
  };
}

/** The one decision of a link. Throws `conflict` for a second one. */
export async function decideByLink(
  ports: ServicePorts,
  known: Known,
  token: string,
  { decision, name, comment, ...opener }: GuestDecision & Opener,
): Promise<{ readonly status: ReturnType<typeof statusOf> }> {
  const { held, found, link } = await heldBy(ports, token);
  const { companyId, digest } = held;
  const now = ports.clock.now();
  const sharer = await callerNow({ store: ports.store, now }, companyId, link.by);
  if (sharer === undefined || !operationsOf(known, found.doc).every((each) => mayRun(sharer, each)))
    throw over();
  const isAnotherWanted =
    (await approverOf(ports, companyId)) === 'another-key' || found.doc.needs === 'another-key';
  if (decision === 'approve' && isAnotherWanted && !isAnother(found.doc, makerBehind(sharer)))
    throw ownPlan();
  await changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      if (current === undefined) throw missing();
      const { doc } = current;
      const own = doc.links?.find(({ id }) => id === link.id);
      if (own === undefined || own.decided !== undefined) throw decided();
      const status = statusOf(ports, doc);
      if (status !== 'awaiting_approval') throw tooLate(status);
      const word = {
        by: link.id,
        person: `${name}, by a link for ${link.for}`,
        at: now,
        ...(comment !== undefined && { comment }),
      };
      const links = doc.links?.map((each) =>
        each.id === link.id
          ? { ...each, decided: { at: now, name, decision, ...seen(opener) } }
          : each,
      );
      const details = { link: link.id, for: link.for, name };
      const audit = (action: string) =>
        auditWrite(ports, guest(held, opener), { action, subject: digest, details });
      return decision === 'approve'
        ? {
            doc: { ...doc, ...(links && { links }), approved: word },
            also: [audit('plan.approve')],
          }
        : {
            doc: ended({ ...doc, ...(links && { links }), declined: word }, now),
            also: [audit('plan.decline')],
          };
    },
  });
  return { status: decision === 'approve' ? 'approved' : 'declined' };
}

const guest = ({ companyId, link }: Held, { address }: Opener) => ({
  companyId,
  keyId: link,
  address,
});

const seen = ({ address, agent }: Opener) => ({
  ...(address !== undefined && { address }),
  ...(agent !== undefined && { agent: agent.slice(0, 200) }),
});

async function heldBy(
  ports: ServicePorts,
  token: string,
): Promise<{
  readonly held: Held;
  readonly found: Stored<ApprovalRecord>;
  readonly link: ApprovalLink;
}> {
  const text = await ports.secrets.open(token, PURPOSE).catch((error: unknown) => {
    if (error instanceof SlipwayError) throw over();
    throw error;
  });
  const held = JSON.parse(text) as Held;
  const found = await ports.store.get(approvalKind, held.companyId, held.digest);
  const link = found?.doc.links?.find(({ id }) => id === held.link);
  if (found === undefined || link === undefined || link.until <= ports.clock.now()) throw over();
  return { held, found, link };
}

const changeLink = (
  ports: ServicePorts,
  { companyId, digest, link }: Held,
  change: (link: ApprovalLink) => ApprovalLink,
  also: Parameters<ServicePorts['store']['commit']>[0],
) =>
  changeDocument(ports.store, approvalKind, {
    companyId,
    id: digest,
    change: (current) => {
      const links = current?.doc.links?.map((each) => (each.id === link ? change(each) : each));
      return { doc: current && { ...current.doc, ...(links && { links }) }, also };
    },
  });

/** The same for every reason: a link tells nothing about plans to those who guess. */
const over = () =>
  refusal('unauthorized', {
    path: 'token',
    code: 'link_over',
    message: 'This link is over. Ask for a new one.',
  });

const decided = () =>
  refusal('conflict', {
    path: 'token',
    code: 'link_used',
    message: 'The decision of this link was made already.',
  });

function tooManyLinks() {
  const message = `A plan may have ${MOST_LINKS} links. Plan it again, or use one that is there.`;
  return breaks('', 'too_many_links', message);
}
