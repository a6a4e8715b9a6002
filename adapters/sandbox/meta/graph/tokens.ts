import { createHmac } from 'node:crypto';
import type { Entity, TokenKind, Tokens } from '../../types.ts';
import { type Call, listedOfCompany, type NodeType, stored, type Turn } from './graph.ts';
import { GraphError, isList } from './params.ts';

export const tokenKind: TokenKind = { kind: '.tokens', idOf: (token) => `token:${token}` };

/** Proofs are made with it. */
export const appSecret = 'sandbox-app-secret';
export const appId = '990000000000001';

export function authenticate(tokens: Tokens, call: Call): Entity {
  if (call.token === undefined)
    throw new GraphError({
      code: 104,
      message: 'An access token is required to request this resource.',
    });
  const token = tokens.find(call.token);
  if (token === undefined)
    throw new GraphError({
      code: 190,
      message: 'Invalid OAuth access token - Cannot parse access token',
    });
  const subcode = tokens.revokedFor(call.token);
  if (subcode !== undefined) throw deadToken(subcode);
  return token;
}

const reasons: { readonly [subcode: number]: string } = {
  458: 'the user has not authorized the application',
  459: 'the user must log in and clear a checkpoint',
  460: 'the user changed the password',
  463: 'the session has expired',
  464: 'the user is not confirmed',
  467: 'the session was invalidated',
};

const deadToken = (subcode: number) =>
  new GraphError({
    code: 190,
    subcode,
    message: `Error validating access token: ${reasons[subcode] ?? 'the token is not valid'}.`,
  });

const hasScope = (token: Entity, scope: string) =>
  isList(token.data.scopes) && token.data.scopes.includes(scope);

/** Of the person behind the token. A page's token has the rights of the one who signed in. */
export function hasRight({ token, world }: Turn, scope: string): boolean {
  if (token.data.type !== 'PAGE') return hasScope(token, scope);
  return world
    .entities(tokenKind.kind)
    .some(
      (each) => each.company === token.company && each.data.main === true && hasScope(each, scope),
    );
}

/** Changing needs the stronger right. Page tokens have their own. */
export function checkScope(token: Entity, call: Call): void {
  if (token.data.type === 'PAGE') return;
  if (call.method !== 'GET' && !hasScope(token, 'ads_management'))
    throw new GraphError({
      code: 294,
      message:
        '(#294) Managing advertisements requires an access token with the extended permission ads_management',
    });
}

/** Hex HMAC-SHA256 of the token, keyed with the app's secret. */
export function checkProof(call: Call) {
  const proof = call.params.appsecret_proof;
  if (proof === undefined || call.token === undefined) return;
  const expected = createHmac('sha256', appSecret).update(call.token).digest('hex');
  if (proof !== expected)
    throw new GraphError({
      code: 100,
      message: 'Invalid appsecret_proof provided in the API argument',
    });
}

export const userType: NodeType = {
  kind: '.users',
  word: 'User',
  defaults: ['id', 'name'],
  fields: stored('name'),
  edges: {
    adaccounts: listedOfCompany('adaccounts'),
    accounts: listedOfCompany('pages'),
    businesses: listedOfCompany('businesses'),
    permissions: {
      list: (turn) => ({
        rows: (isList(turn.token.data.scopes) ? turn.token.data.scopes : []).map((permission) => ({
          permission,
          status: 'granted',
        })),
        known: new Set(['permission', 'status']),
      }),
    },
  },
};
