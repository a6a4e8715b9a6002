import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../adapters/platforms/openai/wire/client.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import { account, openaiAtSandbox } from './openai-at-sandbox.ts';

const answer = (
  status: number,
  body: object | string,
  headers: { readonly [name: string]: string } = {},
) => ({
  ok: true as const,
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const error = (message: string, type = 'invalid_request_error', more: object = {}) => ({
  error: { message, type, param: null, code: null, ...more },
});

test.each([
  [
    400,
    error("Missing required parameter: 'name'.", undefined, {
      code: 'missing_required_parameter',
      param: 'name',
    }),
    'invalid',
    false,
    false,
  ],
  [
    400,
    error('400: time_ranges.end cannot be in the future.', 'server_error'),
    'invalid',
    false,
    false,
  ],
  [401, error('Missing or invalid SDK key in Authorization header.'), 'auth', false, false],
  [
    403,
    error('403: Only ad account admins can perform this action.', 'server_error'),
    'blocked',
    false,
    false,
  ],
  [403, '<html>blocked</html>', 'blocked', false, false],
  [404, error('Not found'), 'missing', false, false],
  [409, error('Ad Account is missing details.'), 'transient', true, false],
  [409, error('Conflict'), 'rule', false, true],
  [413, error('Too many rows.'), 'too-large', false, false],
  [422, error('Invalid Identifier'), 'invalid', false, false],
  [429, error('Rate limit reached.', 'requests'), 'throttled', true, false],
  [500, error('The server had an error.', 'server_error'), 'transient', true, true],
  [502, '<html>502</html>', 'transient', true, true],
  [200, '', 'transient', true, true],
] as const)('%i %j is %s', (status, body, kind, retryable, maybeDone) => {
  const envelope = readEnvelope(answer(status, body, { 'x-request-id': 'req_1' }), 'trace');
  if (!('failure' in envelope)) throw new Error('it was taken');
  expect(envelope).toMatchObject({
    failure: { class: kind, retryable, platform: 'openai-ads', traceId: 'req_1' },
    maybeDone,
  });
  expect(envelope.failure.fix.length).toBeGreaterThan(10);
});

test('a refusal names the field, in the words of the platform without the status in front', () => {
  const envelope = readEnvelope(
    answer(400, error('400: No such file.', 'server_error', { param: 'creative.file_id' })),
    'trace',
  );
  expect(envelope).toMatchObject({ failure: { field: 'creative.file_id' } });
  if ('failure' in envelope)
    expect(envelope.failure.message).toBe('The platform refused a value: No such file.');
});

test.each([
  [{ 'retry-after': '7' }, 7_000],
  [{}, undefined],
])('a refusal for too many calls with the headers %j', (headers, wait) => {
  const envelope = readEnvelope(answer(429, error('Slow down.'), headers), 'trace');
  expect('failure' in envelope && envelope.failure.retryAfterMs).toBe(wait);
});

describe('requests', () => {
  test('carry the key as a bearer and an ordinary User-Agent, and no account', async () => {
    const at = await openaiAtSandbox();
    await at.platform.accounts.campaigns(at.access);
    const [first] = at.sent;
    expect(first?.headers.get('authorization')).toBe(`Bearer ${at.access.credentials.apiKey}`);
    expect(first?.headers.get('user-agent')).toMatch(/^Mozilla/);
    for (const { url, headers } of at.sent)
      expect([url.href.includes(account), headers.has('openai-ad-account')]).toEqual([
        false,
        false,
      ]);
  });

  test('a read is repeated when details of the account are said to be missing', async () => {
    const at = await openaiAtSandbox();
    await at.fault({ fault: 'details-missing', times: 2 });
    expect(await at.platform.accounts.list('c1', at.access.credentials)).toMatchObject([
      { id: account },
    ]);
    expect(at.sent).toHaveLength(3);
  });

  test.each(['server-error-400', 'firewall', 'not-enabled'])(
    '%s is not repeated',
    async (fault) => {
      const at = await openaiAtSandbox();
      await at.fault({ fault });
      const refused = await at.platform.accounts
        .campaigns(at.access)
        .catch((reason: unknown) => reason);
      expect(refused).toBeInstanceOf(PlatformError);
      expect(at.sent).toHaveLength(1);
    },
  );

  test.each(['throttle', 'throttle-silent'])('after %s the call goes out again', async (fault) => {
    const at = await openaiAtSandbox();
    await at.fault({ fault, times: 1 });
    expect(await at.platform.accounts.campaigns(at.access)).toHaveLength(3);
    expect(at.sent).toHaveLength(2);
  });
});
