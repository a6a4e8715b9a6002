import type { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer, MailMessage } from '../ports/mailer.ts';
import type { Rate } from '../ports/rate.ts';
import { kind, SYSTEM } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import { randomText } from '../records/random-id.ts';
import type { Actor } from './caller.ts';
import { signInMail, useProviderMail } from './mail-texts.ts';
import { isExpected, personByProof, providerFor, type SignInPorts } from './sign-in.ts';

/** A link that signs in once. Its id is the hash of the token in the link. */
interface LinkRecord {
  readonly email: string;
  readonly until: number;
}

export const signInLinkKind = kind<LinkRecord>('sign-in-link', { until: 'number' });

const LINK_MS = 15 * 60_000;
/** Mails to one address, and in all, within the life of a link. */
const MOST_EACH = 5;
const MOST_ALL = 300;

interface LinkPorts extends SignInPorts {
  readonly mail?: Mailer | undefined;
  readonly rate: Rate;
  readonly publicUrl: string;
  readonly log: Log;
}

/**
 * Mails a link to an expected address, and does nothing for any other. A person who signs in with
 * the provider gets a hint to it instead. Only sent mails count in the windows: requests for
 * unknown addresses take no room from known people, and each client address is limited by itself
 * (server/http/refusals.ts). Do not await it: neither answer nor duration may reveal which
 * addresses are known. Never rejects.
 */
export async function mailSignInLink(ports: LinkPorts, email: string): Promise<void> {
  try {
    await mailed(ports, email);
  } catch (error) {
    ports.log.error('mail.failed', {
      what: 'sign-in link',
      error: error instanceof Error ? error.message : String(error),
    });
  }
}

async function mailed(ports: LinkPorts, email: string): Promise<void> {
  const { mail, rate, clock, secrets, store, publicUrl, log } = ports;
  if (mail === undefined || !(await isExpected(ports, email))) return;
  const windows = [
    { key: `sign-in-link:${await secrets.sha256(email)}`, limit: MOST_EACH },
    { key: 'sign-in-links', limit: MOST_ALL },
  ];
  const taken = await rate.take(windows, LINK_MS, clock.now());
  if (!taken.every(({ allowed }) => allowed)) return log.warn('sign_in_link.limit', {});
  const provider = await providerFor(ports, email);
  if (provider !== undefined)
    return send(ports, mail, {
      to: email,
      ...useProviderMail({ provider: provider.name, publicUrl }),
    });
  const token = randomText(secrets, 43);
  const doc: LinkRecord = { email, until: clock.now() + LINK_MS };
  await store.commit([
    {
      kind: signInLinkKind,
      companyId: SYSTEM,
      id: await secrets.sha256(token),
      expect: 'absent',
      doc,
    },
  ]);
  const link = `${publicUrl}/#/sign-in/${token}`;
  await send(ports, mail, { to: email, ...signInMail({ link, minutes: LINK_MS / 60_000 }) });
}

async function send({ log }: LinkPorts, mail: Mailer, message: MailMessage): Promise<void> {
  const result = await mail.send(message);
  if (!result.ok) log.warn('mail.failed', { what: 'sign-in link', error: result.message });
}

/** Uses the link up, whatever comes of it. Throws `gone` for a used or expired one. */
export async function redeemSignInLink(
  ports: SignInPorts,
  token: string,
  address: string | undefined,
): Promise<Actor> {
  const id = await ports.secrets.sha256(token);
  const link = await ports.store.get(signInLinkKind, SYSTEM, id);
  if (link === undefined) throw usedUp();
  const used = await ports.store.commit([
    { kind: signInLinkKind, companyId: SYSTEM, id, expect: link.version, doc: undefined },
  ]);
  if (used !== undefined || link.doc.until <= ports.clock.now()) throw usedUp();
  return personByProof(ports, { email: link.doc.email }, address);
}

const usedUp = (): SlipwayError => {
  return refusal('gone', {
    path: '',
    code: 'link_expired',
    message: 'This link was used, or has expired. Ask for another.',
  });
};

export const forgetSignInLinks = ({
  store,
  clock,
}: Pick<WritePorts, 'store' | 'clock'>): Promise<Forgotten> =>
  forgetExpired(store, signInLinkKind, SYSTEM, { by: 'until', before: clock.now() });
