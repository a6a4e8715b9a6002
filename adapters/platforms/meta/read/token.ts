import { PlatformError } from '../../../../core/base/errors.ts';
import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, rowsOf, said, text } from '../../kit/json.ts';
import type { AccountsCapability, Caller } from '../../types.ts';
import { oauth } from '../oauth.ts';
import type { Calls } from '../wire/calls.ts';
import type { Graph } from '../wire/client.ts';
import { publishApp } from '../wire/error-table.ts';

/**
 * `debug_token`, asked with the token itself. In a batch, because the token is a parameter and
 * addresses end up in logs.
 */
export function createTokenFacts(
  calls: Calls,
  graph: Pick<Graph, 'fail'>,
): NonNullable<AccountsCapability['token']> {
  return async (companyId, credentials) => {
    const params = { input_token: credentials.accessToken };
    const [answer] = await calls.readMany({ companyId, credentials }, [
      { path: 'debug_token', params },
    ]);
    if (!answer?.ok)
      throw new PlatformError(
        answer?.failure ?? graph.fail('transient', 'The platform said nothing of the token.'),
      );
    const data = asRow(answer.body.data) ?? {};
    if (data.is_valid === false)
      throw new PlatformError(
        graph.fail(
          'auth',
          'The platform says that the token is not valid.',
          'Generate a token and reconnect.',
        ),
      );
    const ends = Number(data.expires_at ?? Number.NaN);
    const held = Array.isArray(data.scopes) ? data.scopes : undefined;
    const app = text(data.application) ?? text(data.app_id);
    const isUnpublished = await isInDevelopment(calls, { companyId, credentials });
    return {
      ...(Number.isFinite(ends) && { endsAt: ends === 0 ? null : ends * 1_000 }),
      ...(app !== undefined && { app }),
      missingScopes:
        held === undefined ? [] : oauth.scopes.filter((scope) => !held.includes(scope)),
      ...(isUnpublished && {
        notes: [
          `The app ${app ?? 'of the token'} is in development mode, so Meta refuses every new creative of it. ${publishApp}`,
        ],
      }),
    };
  };
}

/**
 * No field of the API tells the mode of the app. A creative that is only validated is refused for
 * it; where the platform validates none, nothing is known.
 */
async function isInDevelopment(calls: Calls, caller: Caller): Promise<boolean> {
  const rows = async (path: string, fields: string) => {
    const [answer] = await calls.readMany(caller, [{ path, params: { fields, limit: 25 } }]);
    return answer?.ok === true ? rowsOf(answer.body) : [];
  };
  const active = (await rows('me/adaccounts', 'id,account_status')).find(
    ({ account_status }) => account_status === 1,
  );
  const account = said(active?.id);
  const page = account === '' ? '' : said((await rows(`${account}/promote_pages`, 'id'))[0]?.id);
  if (page === '') return false;
  const picture = 'https://www.facebook.com/images/fb_icon_325x325.png';
  const link_data = { link: 'https://www.facebook.com/', message: 'Slipway', picture };
  const object_story_spec = { page_id: page, link_data };
  const params = { name: 'Slipway', object_story_spec, execution_options: ['validate_only'] };
  const [answer] = await calls.writeMany(
    caller,
    [{ method: 'POST', path: `${account}/adcreatives`, params }],
    harmlessTwice,
  );
  return answer?.ok === false && answer.failure.subcode === '1885183';
}
