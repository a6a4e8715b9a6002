import { isList } from '../../kit/json.ts';
import { addToken } from '../../kit/tokens.ts';
import { clientId, clientSecret } from '../seed/ids.ts';
import { type Endpoint, type Endpoints, ok, tokenKind, words } from '../wire/call.ts';

/** Sixty days, and a year. */
const accessSeconds = 5_184_000;
const refreshSeconds = 31_536_000;

const refused = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } });

/** The refresh token stays the same for the rest of its year. */
const renew: Endpoint = {
  known: [],
  run({ world, body }) {
    if (body.grant_type !== 'refresh_token') return refused('unsupported_grant_type', 'Only refresh_token is simulated.');
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return refused('invalid_client', 'Client authentication failed');
    const given = words(body.refresh_token);
    const source = world.get(tokenKind.idOf(`refresh of ${given}`));
    const left = source === undefined ? 0 : refreshSeconds - Math.floor((world.now() - source.created) / 1_000);
    if (source === undefined || left <= 0)
      return refused('invalid_request', 'The provided authorization grant or refresh token is invalid, expired or revoked');
    const token = `renewed-${world.sequence()}`;
    const expires_in = Math.min(accessSeconds, left);
    const scopes = isList(source.data.scopes) ? source.data.scopes : [];
    addToken(world, tokenKind, source.company, token, { scopes, ends_at: world.now() + expires_in * 1_000 });
    return ok({ access_token: token, expires_in, refresh_token: given, refresh_token_expires_in: left });
  },
};

export const tokenEndpoints: Endpoints = { 'POST oauth/accessToken': renew };
