import * as v from 'valibot';
import { emailAddress } from '../../core/access/people-schema.ts';
import { isLocalUrl } from './rehearsal.ts';

/** How people sign in besides keys, as the environment says it. */
export interface SignInSettings {
  readonly smtp?: { readonly url: string; readonly from: string };
  readonly oidc?: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
    readonly allowsLinks: boolean;
  };
  /** The address that becomes the first admin of the first company. */
  readonly firstAdmin?: string;
}

const text = v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')));

/** The variables, each by itself; `signInOf` looks at them together. */
export const signInVariables = {
  SLIPWAY_SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url),
        'must be smtp://user:password@host:587 or smtps://…',
      ),
    ),
  ),
  SLIPWAY_MAIL_FROM: v.optional(
    v.pipe(v.string(), v.includes('@', 'must be an address, such as Slipway <ads@example.com>')),
  ),
  SLIPWAY_OIDC_ISSUER: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) =>
          URL.canParse(url) &&
          (url.startsWith('https://') || (url.startsWith('http://') && isLocalUrl(url))),
        'must start with https:// (http:// on this machine alone)',
      ),
    ),
  ),
  SLIPWAY_OIDC_CLIENT_ID: text,
  SLIPWAY_OIDC_CLIENT_SECRET: text,
  SLIPWAY_OIDC_NAME: v.optional(
    v.pipe(v.string(), v.maxLength(40, 'must have at most 40 characters')),
  ),
  SLIPWAY_OIDC_LINKS: v.optional(
    v.picklist(['refused', 'allowed'], 'must be refused or allowed'),
    'refused',
  ),
  SLIPWAY_FIRST_ADMIN: v.optional(emailAddress),
};

type Read = { readonly [N in keyof typeof signInVariables]?: string | undefined };

/** Settings that need each other: half of them would let no person in. */
export function signInFaults(given: { readonly [name: string]: string | undefined }): string[] {
  const missing = (all: readonly string[]): readonly string[] =>
    all.some((name) => given[name] !== undefined)
      ? all.filter((name) => given[name] === undefined)
      : [];
  const mail = missing(['SLIPWAY_SMTP_URL', 'SLIPWAY_MAIL_FROM']);
  const oidc = missing([
    'SLIPWAY_OIDC_ISSUER',
    'SLIPWAY_OIDC_CLIENT_ID',
    'SLIPWAY_OIDC_CLIENT_SECRET',
  ]);
  const hasNone = given.SLIPWAY_SMTP_URL === undefined && given.SLIPWAY_OIDC_ISSUER === undefined;
  return [
    ...(mail.length === 0
      ? []
      : [`${mail.join(' and ')} is missing: mail needs a server and an address to write from.`]),
    ...(oidc.length === 0
      ? []
      : [
          `${oidc.join(' and ')} is missing: people sign in with a provider that knows this service.`,
        ]),
    ...(given.SLIPWAY_FIRST_ADMIN !== undefined && hasNone
      ? ['SLIPWAY_FIRST_ADMIN needs a way to sign in: set SLIPWAY_SMTP_URL or SLIPWAY_OIDC_ISSUER.']
      : []),
  ];
}

export function signInOf(read: Read): SignInSettings {
  const {
    SLIPWAY_SMTP_URL: url,
    SLIPWAY_MAIL_FROM: from,
    SLIPWAY_FIRST_ADMIN: firstAdmin,
    SLIPWAY_OIDC_ISSUER: issuer,
  } = read;
  const { SLIPWAY_OIDC_CLIENT_ID: clientId, SLIPWAY_OIDC_CLIENT_SECRET: clientSecret } = read;
  const name = read.SLIPWAY_OIDC_NAME ?? (issuer === undefined ? '' : new URL(issuer).hostname);
  const allowsLinks = read.SLIPWAY_OIDC_LINKS === 'allowed';
  return {
    ...(url !== undefined && from !== undefined && { smtp: { url, from } }),
    ...(issuer &&
      clientId &&
      clientSecret && { oidc: { issuer, clientId, clientSecret, name, allowsLinks } }),
    ...(firstAdmin !== undefined && { firstAdmin }),
  };
}
