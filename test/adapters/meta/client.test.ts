import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/meta/version.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { HttpResult } from '../../../core/ports/http.ts';
import { sendCreation } from '../../creation.ts';
import { access, appSecret, json, scripted, token } from './scripted.ts';

const empty = json({ data: [] });
const failing = (error: object, status = 400, headers = {}): HttpResult =>
  json({ error }, status, headers);
const campaign = { name: 'Autumn', objective: 'OUTCOME_TRAFFIC', status: 'PAUSED' } as const;

async function thrown(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`expected a PlatformError, got ${error}`);
  return error;
}

test('the token travels in a header, never in an address', async () => {
  const { platform, requests } = await scripted(empty);
  await platform.accounts.campaigns(access);
  expect(requests[0]?.url).toContain(`https://graph.test/${version.pinned}/act_1/campaigns?`);
  expect(requests[0]?.headers).toEqual({ Authorization: `Bearer ${token}` });
  expect(requests[0]?.url).not.toContain(token);
});

test('with an app secret every call carries the proof, in a batch once for all entries', async () => {
  const signed = { ...access, credentials: { accessToken: token, appSecret } };
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  const { platform, requests } = await scripted(empty);
  await platform.accounts.campaigns(signed);
  await sendCreation(platform, signed, 'campaign', campaign, 'mark').catch(() => undefined);
  await platform.accounts.adSets(signed, { ids: ['7'] }).catch(() => undefined);
  expect(requests[0]?.url).toContain(`appsecret_proof=${proof}`);
  expect(requests[1]?.body).toMatchObject({ type: 'form', fields: { appsecret_proof: proof } });
  expect(requests[2]?.body).toMatchObject({
    type: 'form',
    fields: { appsecret_proof: proof, batch: expect.any(String) },
  });
  expect(JSON.stringify(requests)).not.toContain(appSecret);
});

test('the version is part of the address', async () => {
  const { platform, requests } = await scripted(empty);
  await platform.accounts.list('c1', access.credentials);
  expect(requests[0]?.url).toContain(`/${version.pinned}/me/adaccounts`);
});

test('pages are followed by cursor, not by the address the platform offers', async () => {
  const next = `https://graph.test/v25.0/act_1/campaigns?access_token=${token}&after=B`;
  const { platform, requests } = await scripted(
    json({ data: [{ id: '1' }], paging: { cursors: { before: 'A', after: 'B' }, next } }),
    json({ data: [{ id: '2' }], paging: { cursors: { before: 'C', after: 'D' } } }),
  );
  expect((await platform.accounts.campaigns(access)).map(({ id }) => id)).toEqual(['1', '2']);
  expect(requests[1]?.url).toContain('after=B');
  expect(requests[1]?.url).not.toContain('access_token');
});

test('a read survives stumbles and short throttles', async () => {
  const { platform, requests } = await scripted(
    failing({ code: 2, is_transient: true }, 500),
    { ok: false, reason: 'cut', message: 'cut' },
    json('<html>502</html>', 502),
    empty,
  );
  expect(await platform.accounts.campaigns(access)).toEqual([]);
  expect(requests).toHaveLength(4);
});

test('a read gives up after four attempts, and at once when repeating cannot help', async () => {
  const stumbling = await scripted(failing({ code: 2 }, 500));
  expect((await thrown(stumbling.platform.accounts.campaigns(access))).failure.class).toBe(
    'transient',
  );
  expect(stumbling.requests).toHaveLength(4);
  const refused = await scripted(failing({ code: 190, error_subcode: 463, message: 'expired' }));
  expect((await thrown(refused.platform.accounts.campaigns(access))).failure).toMatchObject({
    class: 'auth',
    retryable: false,
  });
  expect(refused.requests).toHaveLength(1);
});

test('a page that is too large is asked for in smaller ones', async () => {
  const { platform, requests } = await scripted(
    failing(
      {
        code: 1,
        message: "Please reduce the amount of data you're asking for, then retry your request",
      },
      500,
    ),
    empty,
  );
  await platform.accounts.campaigns(access);
  expect(requests.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['200', '50']);
});

test('a creation whose answer was lost is not repeated, and said to be unanswered', async () => {
  const lost: HttpResult[] = [
    { ok: false, reason: 'timeout', message: 'late' },
    { ok: false, reason: 'cut', message: 'cut' },
    json('', 200),
    json('<html>', 503),
    failing({ code: 2, is_transient: true }, 500),
    failing({ code: 1 }, 500),
  ];
  for (const answer of lost) {
    const { platform, requests } = await scripted(answer);
    const made = await sendCreation(platform, access, 'campaign', campaign, 'mark');
    expect(requests).toHaveLength(1);
    expect(made).toMatchObject({
      unanswered: { class: 'transient', traceId: expect.stringMatching(/./) },
    });
  }
});

test('a creation that cannot have happened is repeated', async () => {
  const { platform, requests } = await scripted(
    { ok: false, reason: 'unreachable', message: 'refused' },
    failing({ code: 613, error_subcode: 5044001 }),
    json({ id: '9', name: 'Autumn' }),
  );
  expect(await sendCreation(platform, access, 'campaign', campaign, 'mark')).toMatchObject({
    id: '9',
    record: { buying_type: 'AUCTION' },
  });
  expect(requests).toHaveLength(3);
});

test('a long throttle is handed back with its time instead of being slept through', async () => {
  const usage = {
    'x-business-use-case-usage':
      '{"1":[{"type":"ads_management","call_count":100,"estimated_time_to_regain_access":7}]}',
  };
  const { platform, requests, clock } = await scripted(failing({ code: 80004 }, 400, usage), empty);
  const started = clock.now();
  expect((await thrown(platform.accounts.campaigns(access))).failure).toMatchObject({
    class: 'throttled',
    retryAfterMs: 420_000,
  });
  expect((await thrown(platform.accounts.campaigns(access))).failure).toMatchObject({
    class: 'throttled',
    message: /nothing was sent/,
  });
  expect(requests).toHaveLength(1);
  expect(clock.now()).toBe(started);
  await clock.advance(420_000);
  expect(await platform.accounts.campaigns(access)).toEqual([]);
});

test('a throttle that concerns one object does not stop the account', async () => {
  const { platform, requests } = await scripted(
    failing({ code: 613, error_subcode: 1487632 }),
    empty,
  );
  await thrown(
    platform.edit?.setBudget?.(access, 'adset', '5', { daily: 10 }) ?? Promise.resolve(),
  );
  expect(await platform.accounts.campaigns(access)).toEqual([]);
  expect(requests).toHaveLength(2);
});

test('reports that are throttled do not stop launches, nor the other way round', async () => {
  const { platform } = await scripted(failing({ code: 80000 }), empty);
  const range = { from: '2026-11-01', to: '2026-11-02', breakdown: 'none' } as const;
  await thrown(platform.report?.daily(access, range) ?? Promise.resolve());
  expect(await platform.accounts.campaigns(access)).toEqual([]);
  expect(
    (await thrown(platform.report?.daily(access, range) ?? Promise.resolve())).failure.class,
  ).toBe('throttled');
});

test('an unknown currency is refused before anything is sent', async () => {
  const { platform, requests } = await scripted(empty);
  const odd = { ...access, currency: 'XXX' };
  await expect(
    sendCreation(platform, odd, 'campaign', { ...campaign, dailyBudget: 5 }, 'mark'),
  ).rejects.toThrow(/currency "XXX"/);
  expect(requests).toHaveLength(0);
});

test('no secret appears in a log line or an error, even when the platform quotes it', async () => {
  const signed = { ...access, credentials: { accessToken: token, appSecret } };
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  const answers: HttpResult[] = [
    failing({
      code: 190,
      message: `Malformed access token ${token}`,
      error_user_msg: `Token ${token} of ${appSecret} is bad`,
    }),
    failing({ code: 100, message: `Unknown path ${token}` }),
    failing({ code: 12345, message: token, fbtrace_id: token }),
    {
      ok: false,
      reason: 'cut',
      message: 'GET https://graph.test/v26.0/act_1/campaigns: the connection broke.',
    },
  ];
  for (const answer of answers) {
    const { platform, lines } = await scripted(answer);
    const error = await thrown(platform.accounts.campaigns(signed));
    const edits = await platform.edit?.setStatus(signed, [{ id: '1', status: 'PAUSED' }]);
    const said = JSON.stringify([error.message, error.failure, error.stack, edits, lines]);
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of [token, appSecret, proof]) expect(said).not.toContain(secret);
  }
});

test('what answers say of the version is told in the log, once a day', async () => {
  const warning = 'The version ends in 30 days.';
  const { platform, lines, clock } = await scripted(
    json({ data: [] }, 200, { 'facebook-api-version': version.pinned }),
    json({ data: [] }, 200, {
      'facebook-api-version': version.pinned,
      'x-ad-api-version-warning': warning,
    }),
    json({ data: [] }, 200, { 'facebook-api-version': 'v99.0' }),
  );
  const told = async (): Promise<readonly string[]> => {
    await platform.accounts.campaigns(access);
    return lines.filter((line) => line.includes('platform.version'));
  };
  expect(await told()).toEqual([]);
  expect(await told()).toEqual([expect.stringContaining(warning)]);
  expect(await told()).toHaveLength(1);
  await clock.sleep(86_400_000);
  expect((await told()).slice(1)).toEqual([
    expect.stringMatching(/v99\.0.*|.*answered by version v99\.0/),
  ]);
});

test('the log tells limited access of the app once a day, and a probe knows it', async () => {
  const answer = (tier: string) =>
    json({ data: [] }, 200, {
      'x-business-use-case-usage': JSON.stringify({ 1: [{ ads_api_access_tier: tier }] }),
    });
  const { platform, lines } = await scripted(
    answer('standard_access'),
    answer('development_access'),
  );
  const told = async () => {
    await platform.accounts.campaigns(access);
    return [
      platform.accounts.accessTier?.(),
      lines.filter((line) => line.includes('platform.access_tier')).length,
    ];
  };
  expect([await told(), await told(), await told()]).toEqual([
    ['standard_access', 0],
    ['development_access', 1],
    ['development_access', 1],
  ]);
  expect(lines.join()).toContain('500 calls within 15 days');
});

test('a token is asked about in the body of a request, never in an address', async () => {
  const data = {
    is_valid: true,
    expires_at: 1_800_000_000,
    application: 'An app',
    scopes: ['ads_read'],
  };
  const { platform, requests } = await scripted(
    json([{ code: 200, body: JSON.stringify({ data }) }]),
  );
  const facts = await platform.accounts.token?.('c1', access.credentials);
  expect(facts).toMatchObject({
    endsAt: 1_800_000_000_000,
    app: 'An app',
    missingScopes: expect.arrayContaining(['ads_management']),
  });
  expect(requests.map(({ method, url }) => [method, url.includes(token)])).toEqual([
    ['POST', false],
    ['POST', false],
  ]);
});
