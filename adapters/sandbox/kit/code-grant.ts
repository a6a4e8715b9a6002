import type { Credentials } from '../../../core/ports/platform-accounts.ts';
import type { Params, SimulatedAuthorization } from '../simulation.ts';

/** RFC 6749: app id and secret in the form. */
export const formApp = (clientId: string, clientSecret: string) =>
  ({
    app: { clientId, clientSecret } as Credentials,
    clientId,
    names: { client: 'client_id', code: 'code' },
    isCodeGrant: ({ grant_type }: Params) => grant_type === 'authorization_code',
    isApp: (params: Params) =>
      params.client_id === clientId && params.client_secret === clientSecret,
  }) satisfies Partial<SimulatedAuthorization>;
