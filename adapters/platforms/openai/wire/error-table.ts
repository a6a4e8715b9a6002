import { type ErrorRow, fixes, row } from '../../kit/failures.ts';

const { again, correct, waits } = fixes;

const stumbled = row('transient', 'The platform had an internal error.', again);
const refused = row('invalid', 'The platform refused a value.', correct);

const byStatus: { readonly [status: number]: ErrorRow } = {
  401: row(
    'auth',
    'The platform does not take the key.',
    'Connect the account again with a key from Ads Manager, Settings. A key of the OpenAI API platform does not work here.',
  ),
  403: row(
    'blocked',
    'The key may not do this, or the ad account lacks the feature',
    'The key has the rights of the person who made it: have an admin of the ad account make one. Ask OpenAI for a feature that is not enabled.',
  ),
  404: row(
    'missing',
    'There is no such object in the ad account of this key, or the account lacks the feature.',
    'Check the id, and that the key belongs to this ad account.',
  ),
  409: row(
    'rule',
    'The platform has another version of this request',
    'Read the object again. If it is not what you wanted, send the change once more.',
  ),
  413: row('too-large', 'The question has too many rows.', 'Ask for fewer days.'),
  429: row(
    'throttled',
    'The ad account, or this address, has used up its calls: 600 a minute for a kind of call.',
    waits,
  ),
};

const wrongKey = row(
  'auth',
  'The events host does not take this key: it wants the Conversions key.',
  'Add the Conversions key to the connection: Ads Manager, Settings, Conversions API.',
);

/** Passes when asked again. */
const incomplete = row(
  'transient',
  'The platform says that details of the ad account are missing.',
  again,
  {
    nothingDone: true,
  },
);

/** In front of the API, without JSON. */
const shutOut = row(
  'blocked',
  'A firewall in front of the platform refused the request.',
  'Try again later. If it stays, send requests from another address, or without a proxy that changes their headers.',
);

interface Refused {
  readonly status: number;
  /** Absent where the answer is no error of the API. */
  readonly message?: string | undefined;
}

/** The status alone decides: many refusals with 400 and 403 call themselves `server_error`. */
export function errorRow({ status, message }: Refused): ErrorRow {
  if (status >= 500 || status < 400) return stumbled;
  if (status === 403 && message === undefined) return shutOut;
  if (status === 401 && message?.includes('Missing scopes')) return wrongKey;
  if (status === 409 && message?.includes('missing details')) return incomplete;
  return byStatus[status] ?? refused;
}
