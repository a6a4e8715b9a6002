import { PlatformError } from '../../../../core/base/errors.ts';
import { asRow, text } from '../../kit/json.ts';
import type { AccountsCapability } from '../../types.ts';
import { oauth } from '../oauth.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';

/**
 * `debug_token`, asked with the token itself. In a batch, because the token is a parameter and addresses end up in logs.
 */
export function createTokenFacts(calls: Calls, graph: Pick<Graph, 'fail'>): NonNullable<AccountsCapability['token']> {
  return async (companyId, credentials) => {
    const params = { input_token: credentials.accessToken };
    const [answer] = await calls.readMany({ companyId, credentials }, [{ path: 'debug_token', params }]);
    if (!answer?.ok)
      throw new PlatformError(answer?.failure ?? graph.fail('transient', 'The platform said nothing of the token.'));
    const data = asRow(answer.body.data) ?? {};
    if (data.is_valid === false)
      throw new PlatformError(
        graph.fail('auth', 'The platform says that the token is not valid.', 'Generate a token and reconnect.'),
      );
    const ends = Number(data.expires_at ?? Number.NaN);
    const held = Array.isArray(data.scopes) ? data.scopes : undefined;
    const app = text(data.application) ?? text(data.app_id);
    return {
      ...(Number.isFinite(ends) && { endsAt: ends === 0 ? null : ends * 1_000 }),
      ...(app !== undefined && { app }),
      missingScopes: held === undefined ? [] : oauth.scopes.filter((scope) => !held.includes(scope)),
    };
  };
}
