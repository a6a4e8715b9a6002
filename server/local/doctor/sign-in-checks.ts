import { createSmtpMailer } from '../../../adapters/mail/smtp.ts';
import { withoutTrailing } from '../../../core/base/schema/trimmed.ts';
import type { Config } from '../../process/config.ts';
import { type Check, check } from './check.ts';

const PATIENCE_MS = 10_000;
/** Tokens of a provider are refused where the clocks are further apart. */
const SKEW_MS = 30_000;

/** The ways people sign in, where they are set. */
export async function signInChecks({
  signIn: { smtp, oidc },
  publicUrl,
}: Config): Promise<Check[]> {
  return [
    ...(smtp === undefined ? [] : [await mailCheck(smtp)]),
    ...(oidc === undefined ? [] : [await providerCheck(oidc, publicUrl)]),
  ];
}

const mailCheck = (smtp: { readonly url: string; readonly from: string }): Promise<Check> =>
  check('mail server', 'Look at SLIPWAY_SMTP_URL: host, port, user and password.', async () => {
    const { host } = new URL(smtp.url);
    try {
      await createSmtpMailer(smtp).verify();
    } catch (error) {
      throw new Error(`${host}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return `${host} takes mail of ${smtp.from}`;
  });

interface Discovery {
  readonly issuer?: unknown;
  readonly authorization_endpoint?: unknown;
  readonly token_endpoint?: unknown;
  readonly jwks_uri?: unknown;
}

/**
 * What the provider says of itself: that it is the one that was named, where it answers, and what
 * time it is there.
 */
function providerCheck(
  { issuer, clientId, clientSecret }: NonNullable<Config['signIn']['oidc']>,
  publicUrl: string | undefined,
): Promise<Check> {
  const fix =
    'Look at SLIPWAY_OIDC_ISSUER: below it there must be .well-known/openid-configuration.';
  return check('sign-in provider', fix, async () => {
    const began = Date.now();
    const address = `${withoutTrailing(issuer, '/')}/.well-known/openid-configuration`;
    const response = await fetch(address, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    const told = (await response.json().catch(() => ({}))) as Discovery;
    if (told.issuer !== issuer)
      return {
        ok: false,
        found: `the provider calls itself ${String(told.issuer)}, not ${issuer}`,
        fix: 'Set SLIPWAY_OIDC_ISSUER to exactly what it calls itself; otherwise no person can sign in.',
      };
    const lacking = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
      (name) => typeof told[name] !== 'string',
    );
    if (lacking.length > 0) throw new Error(`${address} does not say ${lacking.join(', ')}`);
    const apart = Date.parse(response.headers.get('date') ?? '') - (began + Date.now()) / 2;
    // The header has whole seconds.
    if (Math.abs(apart) > SKEW_MS + 1_000)
      return {
        ok: false,
        found: `${issuer} answers; its clock is ${Math.round(Math.abs(apart) / 1_000)} s ${apart > 0 ? 'ahead of' : 'behind'} this machine's`,
        fix: 'Let this machine keep time by NTP: tokens with another time are refused.',
      };
    const refused = await refusedClient(String(told.token_endpoint), {
      clientId,
      clientSecret,
      publicUrl,
    });
    if (refused !== undefined)
      return {
        ok: false,
        found: `${issuer} does not take the client: ${refused}`,
        fix: 'Set SLIPWAY_OIDC_CLIENT_ID and SLIPWAY_OIDC_CLIENT_SECRET to what the provider shows for this service.',
      };
    const back =
      publicUrl === undefined ? '' : `; it must know ${publicUrl}/dashboard/oidc/callback`;
    return `${issuer} answers${back}`;
  });
}

/**
 * Redeems a code that never was: a provider that takes the client refuses the code, not the client.
 */
async function refusedClient(
  endpoint: string,
  {
    clientId,
    clientSecret,
    publicUrl = '',
  }: { clientId: string; clientSecret: string; publicUrl?: string | undefined },
): Promise<string | undefined> {
  const body = {
    grant_type: 'authorization_code',
    code: 'doctor',
    redirect_uri: `${publicUrl}/dashboard/oidc/callback`,
  };
  const answer = await fetch(endpoint, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: new URLSearchParams({ ...body, client_id: clientId, client_secret: clientSecret }),
  });
  const { error, error_description: why } = (await answer.json().catch(() => ({}))) as {
    [field: string]: unknown;
  };
  return error === 'invalid_client' || error === 'unauthorized_client'
    ? String(why ?? error)
    : undefined;
}
