import { SlipwayError } from '../base/errors.ts';
import type { Secrets } from '../ports/secrets.ts';
import { kind, SYSTEM } from '../ports/store.ts';
import type { WritePorts } from '../ports/write-ports.ts';
import { changeDocument } from '../records/change.ts';
import { allOf } from '../records/list.ts';
import { auditWrite } from './audit.ts';
import { type Actor, allows } from './caller.ts';
import type { Scope } from './scopes.ts';

/**
 * What a person lets a program do over the Model Context Protocol: look, plan, and carry out what
 * was approved elsewhere.
 */
export const grantScopes = ['read', 'plan', 'apply'] as const;
export type GrantScope = (typeof grantScopes)[number];

/**
 * The consent of a person, or of the holder of a key, that a program may act for them. Removing it
 * ends every token of it.
 */
export interface GrantRecord {
  readonly client: GrantedClient;
  /** Key or person. */
  readonly holder: string;
  /** The id of the key's document: the grant has the key's rights as long as the key. */
  readonly keyDigest?: string;
  readonly scopes: readonly GrantScope[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** How often tokens were handed out. 0: the code was not redeemed yet. */
  readonly turn: number;
  /** When that was last. */
  readonly turnedAt?: number;
}

export interface GrantedClient {
  /** As it calls itself. */
  readonly name: string;
  /** Where codes are sent to, and the host of it for people. */
  readonly host: string;
  readonly redirectUri: string;
  /** Of its client id. */
  readonly digest: string;
}

export const grantKind = kind<GrantRecord>('grant', {
  createdAt: 'number',
  expiresAt: 'number',
  holder: 'string',
});

const PREFIXES = { code: 'gc_', access: 'ga_', refresh: 'gr_' } as const;

/**
 * What a code or a token says. Sealed, so that the store holds none of them and only this service
 * makes them.
 */
export interface GrantToken {
  readonly use: keyof typeof PREFIXES;
  readonly companyId: string;
  readonly grantId: string;
  readonly turn: number;
  readonly until: number;
  /** The one address it is good for. */
  readonly resource: string;
  /** Of a code: the SHA-256 of the verifier that redeems it. */
  readonly challenge?: string;
}

const PURPOSE = { companyId: SYSTEM, use: 'grant' } as const;

export const sealToken = async (secrets: Secrets, token: GrantToken): Promise<string> =>
  PREFIXES[token.use] + (await secrets.seal(JSON.stringify(token), PURPOSE));

/** Undefined for what this service did not seal for this use. */
export async function openToken(
  secrets: Secrets,
  use: GrantToken['use'],
  text: string,
): Promise<GrantToken | undefined> {
  if (!text.startsWith(PREFIXES[use])) return undefined;
  const opened = await secrets
    .open(text.slice(PREFIXES[use].length), PURPOSE)
    .catch((error: unknown) => {
      if (error instanceof SlipwayError) return undefined;
      throw error;
    });
  const token = opened === undefined ? undefined : (JSON.parse(opened) as GrantToken);
  return token?.use === use ? token : undefined;
}

/** The access token of a header; undefined where it has another kind of credential, or none. */
export function accessTokenIn(authorization: string | undefined): string | undefined {
  const [, token] = /^bearer +(ga_\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
  return token;
}

/** What a grant comes to with the rights that its holder has now. */
export function scopesOfGrant(
  granted: readonly GrantScope[],
  held: readonly Scope[],
): readonly Scope[] {
  const given: readonly Scope[] = [
    ...(granted.includes('read') ? (['read'] as const) : []),
    ...(granted.includes('plan') ? (['plan'] as const) : []),
    ...(granted.includes('apply') ? (['launch', 'manage'] as const) : []),
  ];
  const mayPlan = held.includes('plan') || allows(held, 'launch') || allows(held, 'manage');
  return given.filter((scope) => (scope === 'plan' ? mayPlan : allows(held, scope)));
}

/** Ends a grant. Harmless when repeated. `why` stands in the audit. */
export async function endGrant(
  ports: WritePorts,
  caller: Actor,
  id: string,
  why: string,
): Promise<void> {
  await changeDocument(ports.store, grantKind, {
    companyId: caller.companyId,
    id,
    change: (current) => ({
      doc: undefined,
      also:
        current === undefined
          ? []
          : [
              auditWrite(ports, caller, {
                action: 'grant.end',
                subject: id,
                details: { name: current.doc.client.name, why },
              }),
            ],
    }),
  });
}

/** Ends all programs that act for a person or a key. Answers how many there were. */
export async function endGrantsOf(
  ports: WritePorts,
  caller: Actor,
  holder: string,
  why: string,
): Promise<number> {
  const found = await allOf(ports.store, grantKind, caller.companyId, { where: { holder } });
  for (const { id } of found) await endGrant(ports, caller, id, why);
  return found.length;
}
