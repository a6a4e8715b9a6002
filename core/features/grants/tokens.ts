import {
  endGrant,
  type GrantRecord,
  type GrantToken,
  grantKind,
  openToken,
  sealToken,
} from '../../access/client-grants.ts';
import { keyKind } from '../../access/keys.ts';
import { personKind } from '../../access/person-records.ts';
import { companyKind } from '../../access/records.ts';
import { SlipwayError } from '../../base/errors.ts';
import { SYSTEM } from '../../ports/store.ts';
import type { WritePorts } from '../../ports/write-ports.ts';
import { changeDocument } from '../../records/change.ts';

const ACCESS_MS = 15 * 60_000;
/**
 * Two tabs of a program renew at once, and an answer can be lost: the token before the last one is
 * good for so long.
 */
const GRACE_MS = 10_000;
/** A grant that is not used for so long ends. */
const GRANT_MS = 30 * 24 * 3_600_000;

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly seconds: number;
  readonly scopes: GrantRecord['scopes'];
}

interface Redeemer {
  readonly clientId: string;
  /** Of the request for tokens, where it names one. */
  readonly resource?: string | undefined;
  readonly address?: string | undefined;
}

/** Tokens for a code. Throws `unauthorized` for one that is used, old, or not the client's. */
export async function redeemCode(
  ports: WritePorts,
  code: string,
  redeemer: Redeemer & { readonly redirectUri: string; readonly verifier: string },
): Promise<Tokens> {
  const token = await openToken(ports.secrets, 'code', code);
  const isProved =
    token?.challenge !== undefined &&
    token.challenge === (await ports.secrets.sha256(redeemer.verifier));
  if (token === undefined || !isProved) throw refused();
  return nextTurn(
    ports,
    token,
    redeemer,
    ({ client }) => client.redirectUri === redeemer.redirectUri,
  );
}

/** New tokens for a refresh token, which ends with it, after a moment. Throws `unauthorized`. */
export async function renewTokens(
  ports: WritePorts,
  refresh: string,
  redeemer: Redeemer,
): Promise<Tokens> {
  const token = await openToken(ports.secrets, 'refresh', refresh);
  if (token === undefined) throw refused();
  return nextTurn(ports, token, redeemer, () => true);
}

async function nextTurn(
  ports: WritePorts,
  token: GrantToken,
  { clientId, resource = token.resource, address }: Redeemer,
  isFor: (grant: GrantRecord) => boolean,
): Promise<Tokens> {
  const { companyId, grantId: id, turn } = token;
  const digest = await ports.secrets.sha256(clientId);
  const now = ports.clock.now();
  let found: GrantRecord | undefined;
  let isReplayed = false;
  const held = (await ports.store.get(grantKind, companyId, id))?.doc;
  // A suspended company may be resumed: its grants stay.
  if ((await ports.store.get(companyKind, SYSTEM, companyId))?.doc.suspendedAt !== undefined)
    throw refused();
  if (held !== undefined && !(await hasHolder(ports, companyId, held))) {
    await endGrant(
      ports,
      { companyId, keyId: id, address },
      id,
      'the person or key that it acted for is gone',
    );
    throw refused();
  }
  await changeDocument(ports.store, grantKind, {
    companyId,
    id,
    change: (current) => {
      const grant = current?.doc;
      found = undefined;
      if (
        grant === undefined ||
        grant.expiresAt <= now ||
        grant.client.digest !== digest ||
        !isFor(grant)
      )
        return { doc: grant };
      const isRepeated =
        token.use === 'refresh' &&
        turn + 1 === grant.turn &&
        now < (grant.turnedAt ?? 0) + GRACE_MS;
      isReplayed = turn < grant.turn && !isRepeated;
      if ((turn !== grant.turn && !isRepeated) || token.until <= now || token.resource !== resource)
        return { doc: grant };
      found = grant;
      return {
        doc: isRepeated
          ? grant
          : { ...grant, turn: turn + 1, turnedAt: now, expiresAt: now + GRANT_MS },
      };
    },
  });
  // Two hold the same token, and one of them is not the program.
  if (isReplayed)
    await endGrant(
      ports,
      { companyId, keyId: id, address },
      id,
      'a code or refresh token was used twice',
    );
  if (found === undefined) throw refused();
  const next = { companyId, grantId: id, turn: turn + 1, resource: token.resource };
  return {
    access: await sealToken(ports.secrets, { ...next, use: 'access', until: now + ACCESS_MS }),
    refresh: await sealToken(ports.secrets, { ...next, use: 'refresh', until: now + GRANT_MS }),
    seconds: ACCESS_MS / 1000,
    scopes: found.scopes,
  };
}

/**
 * Ends the grant of a token that the program gives back. Unknown tokens are none of its business.
 */
export async function giveBack(
  ports: WritePorts,
  text: string,
  { clientId, address }: Redeemer,
): Promise<void> {
  const token =
    (await openToken(ports.secrets, 'refresh', text)) ??
    (await openToken(ports.secrets, 'access', text));
  if (token === undefined) return;
  const { companyId, grantId: id } = token;
  const grant = (await ports.store.get(grantKind, companyId, id))?.doc;
  if (grant?.client.digest !== (await ports.secrets.sha256(clientId))) return;
  await endGrant(ports, { companyId, keyId: id, address }, id, 'the program gave it back');
}

/** Whether the person or key that a grant acts for is still there. */
export async function hasHolder(
  { store, clock }: Pick<WritePorts, 'store' | 'clock'>,
  companyId: string,
  { holder, keyDigest }: GrantRecord,
): Promise<boolean> {
  if (keyDigest === undefined)
    return (await store.get(personKind, SYSTEM, holder))?.doc.companyId === companyId;
  const key = (await store.get(keyKind, SYSTEM, keyDigest))?.doc;
  return key !== undefined && (key.expiresAt === undefined || key.expiresAt > clock.now());
}

const refused = () =>
  new SlipwayError(
    'unauthorized',
    'This code or token is used, has ended, or is not for this program. Connect the program again.',
  );
