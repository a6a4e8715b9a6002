import { type GrantedClient, type GrantScope, grantScopes } from '../../access/client-grants.ts';
import { SlipwayError } from '../../base/errors.ts';
import { breaks } from '../../base/refusal.ts';
import { SYSTEM } from '../../ports/store.ts';
import type { WritePorts } from '../../ports/write-ports.ts';

/** What a program asks a person for, on its way through the person's browser. */
export interface GrantRequest {
  readonly client: GrantedClient;
  readonly state?: string | undefined;
  readonly scopes: readonly GrantScope[];
  /** SHA-256 in hex of the verifier that redeems the code. */
  readonly challenge: string;
  readonly resource: string;
  readonly until: number;
}

const PURPOSE = { companyId: SYSTEM, use: 'grant-request' } as const;
/** A person may have to wait for a mailed link first. */
const REQUEST_MS = 30 * 60_000;

/** Scopes that are not ours are left out; a program that names none asks for all. */
export async function sealRequest(
  { secrets, clock }: Pick<WritePorts, 'secrets' | 'clock'>,
  asked: Omit<GrantRequest, 'scopes' | 'until'> & { readonly scope: string },
): Promise<string> {
  const { scope, ...rest } = asked;
  const words = scope.split(' ');
  const named = grantScopes.filter((each) => words.includes(each));
  const request: GrantRequest = {
    ...rest,
    scopes: named.length === 0 ? grantScopes : withThoseBelow(named),
    until: clock.now() + REQUEST_MS,
  };
  return secrets.seal(JSON.stringify(request), PURPOSE);
}

/** Each scope includes those before it. */
const withThoseBelow = (named: readonly GrantScope[]): readonly GrantScope[] =>
  grantScopes.slice(0, Math.max(...named.map((each) => grantScopes.indexOf(each))) + 1);

/**
 * What is wrong with a request, in the place of one: the page says it to the person, and nobody is
 * sent to the program.
 */
const faults = {
  'no-code': 'This program asks for something else than a code (response_type).',
  'no-challenge':
    'This program asks without a proof that only it can use the answer (code_challenge with the method S256).',
  'other-address': 'This program asks for tokens of another address than this service (resource).',
  'long-state': 'This program asks with a state that is too long.',
} as const;
export type RequestFault = keyof typeof faults;

/** Throws `unprocessable_entity` for a request that is not ours, or too old. */
export async function openRequest(
  { secrets, clock }: Pick<WritePorts, 'secrets' | 'clock'>,
  sealed: string,
): Promise<GrantRequest> {
  const text = await secrets.open(sealed, PURPOSE).catch((error: unknown) => {
    if (error instanceof SlipwayError) return '{}';
    throw error;
  });
  const request = JSON.parse(text) as Partial<GrantRequest>;
  if ((request.until ?? 0) > clock.now()) return request as GrantRequest;
  const fault = Object.entries(faults).find(([name]) => name === sealed)?.[1];
  const message =
    fault === undefined
      ? 'This request to connect a program is not valid, or too old. Begin again in the program.'
      : `${fault} It was not connected. Tell its makers.`;
  throw breaks('request', 'unknown_request', message);
}

/** Where the browser goes on, with the answer. RFC 9207: the answer names who gives it. */
export function answerAddress(
  redirectUri: string,
  answer: {
    readonly iss: string;
    readonly state: string | undefined;
    readonly [name: string]: string | undefined;
  },
): string {
  const pairs = Object.entries(answer).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}
