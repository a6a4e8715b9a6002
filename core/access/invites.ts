import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import { isoTime } from '../base/time/days.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import { kind, type Store, type Stored, SYSTEM, type Write } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId, randomText } from '../records/random-id.ts';
import { auditWrite } from './audit.ts';
import type { Caller } from './caller.ts';
import { grantedRights, isInView, refuseBeyondOwn } from './grants.ts';
import { inviteMail } from './mail-texts.ts';
import { MOST_PEOPLE, rolesByWorkspace } from './people.ts';
import type { NewInvite, ShownInvite } from './people-schema.ts';
import { personKind } from './person-records.ts';
import { companyKind } from './records.ts';
import type { Rights } from './roles.ts';

/** Kept under SYSTEM, because the invited person brings only a token or an address. */
export interface InviteRecord extends Rights {
  readonly companyId: string;
  readonly email: string;
  readonly name?: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly invitedBy: string;
  /** SHA-256 of the token in the last mailed link. */
  readonly digest?: string;
  readonly sentAt?: number;
}

export const inviteKind = kind<InviteRecord>('invite', {
  companyId: 'string',
  email: 'string',
  digest: 'string',
  expiresAt: 'number',
});

const INVITE_MS = 7 * 86_400_000;
/** Expired invitations are kept this long. */
const KEPT_MS = 30 * 86_400_000;

interface InvitePorts extends WritePorts {
  readonly mail?: Mailer | undefined;
  readonly identities?: IdentityProvider | undefined;
  readonly publicUrl: string;
  readonly log?: Log;
}

/** Latest first. */
export async function listInvites(
  ports: Pick<InvitePorts, 'store' | 'clock'>,
  caller: Caller,
): Promise<ShownInvite[]> {
  const all = await allOf(ports.store, inviteKind, SYSTEM, {
    where: { companyId: caller.companyId },
  });
  const seen = all
    .filter(({ doc }) => isInView(caller, doc))
    .sort((a, b) => b.doc.createdAt - a.doc.createdAt);
  return seen.map((found) => shown(ports, found));
}

/**
 * Invites a person, by mail where a mail server is set. Repeated under its key it goes on where it
 * stopped.
 */
export function createInvite(
  ports: InvitePorts,
  caller: Caller,
  request: NewInvite,
  once: Once = unkeyed(ports.store),
): Promise<ShownInvite> {
  return once.inSteps<{ readonly id: string }, ShownInvite>(async (steps) => {
    const id = steps.begun?.id ?? randomId(ports.secrets, 'iv');
    if (steps.begun === undefined) {
      const doc = await newInvite(ports, caller, request);
      const details = {
        email: doc.email,
        role: doc.role ?? null,
        workspaces: rolesByWorkspace(doc),
      };
      await steps.begin({ id }, [
        { kind: inviteKind, companyId: SYSTEM, id, expect: 'absent', doc },
        auditWrite(ports, caller, { action: 'invite.create', subject: id, details }),
      ]);
    }
    const sent = await mailed(ports, await ownInvite(ports.store, caller, id));
    const answer = shown(ports, sent);
    await steps.conclude(answer, [writeOf(sent)]);
    return answer;
  });
}

/** Mails an invitation again, with a new end. The former link stops working. */
export async function resendInvite(
  ports: InvitePorts,
  caller: Caller,
  id: string,
  once: Once = unkeyed(ports.store),
) {
  return once.inSteps<{ readonly id: string }, ShownInvite>(async (steps) => {
    const found = await ownInvite(ports.store, caller, id);
    refuseBeyondOwn(caller, { workspaces: [] }, found.doc);
    refuseWithoutWay(ports);
    const sent = await mailed(ports, {
      ...found,
      doc: { ...found.doc, expiresAt: ports.clock.now() + INVITE_MS },
    });
    const answer = shown(ports, sent);
    await steps.conclude(answer, [
      writeOf(sent),
      auditWrite(ports, caller, {
        action: 'invite.resend',
        subject: id,
        details: { email: found.doc.email },
      }),
    ]);
    return answer;
  });
}

/** The link stops working. */
export async function withdrawInvite(ports: WritePorts, caller: Caller, id: string): Promise<void> {
  const { doc: invite } = await ownInvite(ports.store, caller, id);
  refuseBeyondOwn(caller, invite, { workspaces: [] });
  await changeDocument(ports.store, inviteKind, {
    companyId: SYSTEM,
    id,
    change: () => ({
      doc: undefined,
      also: [
        auditWrite(ports, caller, {
          action: 'invite.withdraw',
          subject: id,
          details: { email: invite.email },
        }),
      ],
    }),
  });
}

/**
 * The invitation behind a mailed token. Throws `invite_expired`, also for one that was used or
 * withdrawn.
 */
export async function inviteOf(ports: WritePorts, token: string): Promise<Stored<InviteRecord>> {
  const digest = await ports.secrets.sha256(token);
  const [found] = (await ports.store.find(inviteKind, SYSTEM, { where: { digest }, limit: 1 }))
    .items;
  if (found === undefined || found.doc.expiresAt <= ports.clock.now()) throw inviteExpired();
  return found;
}

export const inviteExpired = (): SlipwayError => {
  const message =
    'This invitation has expired, was used or was taken back. Ask an admin of the company for another.';
  return refusal('invite_expired', {
    path: '',
    code: 'invite_expired',
    message,
    hint: 'ask-admin',
  });
};

export const forgetInvites = ({
  store,
  clock,
}: Pick<WritePorts, 'store' | 'clock'>): Promise<Forgotten> =>
  forgetExpired(store, inviteKind, SYSTEM, { by: 'expiresAt', before: clock.now() - KEPT_MS });

async function newInvite(
  ports: InvitePorts,
  caller: Caller,
  { email, name, ...grants }: NewInvite,
): Promise<InviteRecord> {
  const { store, clock } = ports;
  const { companyId } = caller;
  refuseWithoutWay(ports);
  const rights = await grantedRights(store, companyId, { workspaces: [] }, grants);
  refuseBeyondOwn(caller, { workspaces: [] }, rights);
  const isOfCompany = (found: Stored<{ readonly companyId: string }>): boolean =>
    found.doc.companyId === companyId;
  if ((await allOf(store, personKind, SYSTEM, { where: { email } })).some(isOfCompany))
    throw taken(
      'already_member',
      'This address belongs to a person of your company already. Change the role instead.',
    );
  if ((await allOf(store, inviteKind, SYSTEM, { where: { email } })).some(isOfCompany))
    throw taken(
      'already_invited',
      'This address is invited already. Send that invitation again, or withdraw it first.',
    );
  const where = { where: { companyId } };
  if (
    (await store.count(inviteKind, SYSTEM, where)) +
      (await store.count(personKind, SYSTEM, where)) >=
    MOST_PEOPLE
  )
    throw taken(
      'too_many_people',
      `A company may have ${MOST_PEOPLE} people and invitations, and yours has as many.`,
    );
  const now = clock.now();
  return {
    companyId,
    email,
    ...rights,
    createdAt: now,
    expiresAt: now + INVITE_MS,
    invitedBy: caller.keyId,
    ...(name !== undefined && { name }),
  };
}

/** Without mail server and provider an invitation cannot be accepted. */
function refuseWithoutWay({ mail, identities }: InvitePorts): void {
  if (mail !== undefined || identities !== undefined) return;
  const message =
    'People cannot sign in here yet: set SLIPWAY_SMTP_URL for links by e-mail, or SLIPWAY_OIDC_ISSUER for a provider.';
  throw refusal('conflict', { path: '', code: 'sign_in_not_configured', message });
}

/** Mails the link; `sentAt` is absent where no mail was sent. */
async function mailed(
  ports: InvitePorts,
  found: Stored<InviteRecord>,
): Promise<Stored<InviteRecord>> {
  const { digest: _former, sentAt: _before, ...invite } = found.doc;
  if (ports.mail === undefined) return { ...found, doc: invite };
  const token = randomText(ports.secrets, 43);
  const company = (await ports.store.get(companyKind, SYSTEM, invite.companyId))?.doc.name ?? '';
  const link = `${ports.publicUrl}/#/invite/${token}`;
  const result = await ports.mail.send({
    to: invite.email,
    ...inviteMail({ company, link, until: invite.expiresAt }),
  });
  if (!result.ok) {
    ports.log?.warn('mail.failed', { what: 'invite', invite: found.id, error: result.message });
    return { ...found, doc: invite };
  }
  return {
    ...found,
    doc: { ...invite, digest: await ports.secrets.sha256(token), sentAt: ports.clock.now() },
  };
}

const writeOf = ({ id, version, doc }: Stored<InviteRecord>): Write => ({
  kind: inviteKind,
  companyId: SYSTEM,
  id,
  expect: version,
  doc,
});

/** Throws `not_found`, also for invitations outside an admin's workspaces. */
async function ownInvite(store: Store, caller: Caller, id: string): Promise<Stored<InviteRecord>> {
  const found = await store.get(inviteKind, SYSTEM, id);
  if (
    found !== undefined &&
    found.doc.companyId === caller.companyId &&
    isInView(caller, found.doc)
  )
    return found;
  throw new SlipwayError('not_found', 'There is no such invitation.', { hint: 'invites.list' });
}

const taken = (code: string, message: string): SlipwayError =>
  refusal('conflict', { path: 'email', code, message });

const shown = (
  { clock }: Pick<InvitePorts, 'clock'>,
  { id, doc }: Stored<InviteRecord>,
): ShownInvite => ({
  id,
  email: doc.email,
  name: doc.name ?? null,
  role: doc.role ?? null,
  workspaces: doc.workspaces.map((each) => ({ ...each })),
  status: doc.expiresAt > clock.now() ? 'open' : 'expired',
  createdAt: new Date(doc.createdAt).toISOString(),
  expiresAt: new Date(doc.expiresAt).toISOString(),
  sentAt: isoTime(doc.sentAt),
});
