import { describe, expect, test } from 'vitest';
import { errorRow, knownCodes } from '../../../adapters/platforms/linkedin/wire/error-table.ts';
import { restliQuery } from '../../../adapters/platforms/linkedin/wire/restli.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import { linkedinAtSandbox, professionalNetwork } from './linkedin-at-sandbox.ts';

const failureOf = async (work: Promise<unknown>): Promise<PlatformFailure> => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof PlatformError))
    throw new Error(`expected a PlatformError, got ${String(error)}`);
  return error.failure;
};

describe('Rest.li', () => {
  test('leaves punctuation of tuples bare and encodes what stands in a value', () => {
    expect(
      restliQuery({
        q: 'analytics',
        dateRange: { start: { year: 2026, month: 1, day: 14 } },
        accounts: ['urn:li:sponsoredAccount:1', 'a,b(c)'],
        fields: ['impressions', 'clicks'],
        author: 'urn:li:organization:2',
        nothing: undefined,
      }),
    ).toBe(
      'q=analytics&dateRange=(start:(year:2026,month:1,day:14))&accounts=List(urn%3Ali%3AsponsoredAccount%3A1,a%2Cb%28c%29)&fields=impressions,clicks&author=urn%3Ali%3Aorganization%3A2',
    );
  });

  test('a query that is too long for an address travels as the body of a POST', async () => {
    const at = await linkedinAtSandbox();
    const ids = Array.from({ length: 100 }, (_, i) =>
      professionalNetwork.creative(at.access.adAccountId, 'visits', 1).replace(/\d$/, String(i)),
    );
    const entities = await at.platform.inspect.entities(
      at.access,
      ids.map((id) => ({ id })),
    );
    expect(entities.filter((each) => !('failure' in each))).not.toEqual([]);
    const tunneled = at.sent.filter(
      ({ headers }) => headers.get('x-http-method-override') === 'GET',
    );
    expect(tunneled.map(({ method, url }) => [method, url.includes('?')])).toEqual([
      ['POST', false],
    ]);
  });
});

describe('versions', () => {
  test('are named in every call of the API and in none that sends bytes', async () => {
    const at = await linkedinAtSandbox({ version: '202601' });
    await at.launch.send(at.access, [
      {
        kind: 'image',
        id: 'image:0',
        batch: 'b1',
        media: { type: 'image', filename: 'a.png', url: 'https://media.test/a.png' },
      },
    ]);
    const versions = at.sent.map(({ method, headers }) => [
      method,
      headers.get('linkedin-version'),
      headers.get('x-restli-protocol-version'),
    ]);
    expect(versions).toEqual([
      ['GET', '202601', '2.0.0'],
      ['POST', '202601', '2.0.0'],
      ['PUT', null, null],
      ['GET', '202601', '2.0.0'],
    ]);
    expect(
      at.sent.every(({ headers }) => headers.get('authorization') === `Bearer ${seed.token}`),
    ).toBe(true);
  });

  test('tell the day on which they end, or until when they are sure to be answered', async () => {
    const { own } = await linkedinAtSandbox({ version: '202601' });
    expect(own.version).toMatchObject({
      version: '202601',
      endsOn: '2027-01-15',
      atLeastUntil: '2027-01-15',
    });
    expect(own.version.message).toContain('2027-01-15');
    const later = (await linkedinAtSandbox({ version: '202701' })).own.version;
    expect(later).toMatchObject({ endsOn: null, atLeastUntil: '2028-01-01' });
  });

  test('name the setting once they have ended', async () => {
    const at = await linkedinAtSandbox({ version: '202511' });
    expect(await at.platform.accounts.campaigns(at.access)).not.toEqual([]);
    await at.clock.sleep(86_400_000);
    const failure = await failureOf(at.platform.accounts.campaigns(at.access));
    expect(failure).toMatchObject({
      class: 'blocked',
      retryable: false,
      code: 'NONEXISTENT_VERSION',
    });
    expect(failure.fix).toContain('SLIPWAY_LINKEDIN_VERSION');
  });
});

describe('refusals', () => {
  test('every code has a class, a cause and a fix', () => {
    expect(knownCodes.length).toBe(89);
    const transient = knownCodes.filter((code) => errorRow(400, code, '')?.class === 'transient');
    expect(transient.sort()).toEqual([
      'FAILED_TO_RETRIEVE_AUDIENCE_SIZE',
      'FAILED_TO_RETRIEVE_SEGMENTS',
      'FAILED_TO_SETUP_ACCOUNT_REPORTING',
      'INTERNAL_ERROR',
      'TIMEOUT',
      'UNDER_MAINTENANCE',
    ]);
    for (const code of knownCodes) {
      const row = errorRow(400, code, '');
      expect([code, (row?.cause ?? '').length > 10, (row?.fix ?? '').length > 10]).toEqual([
        code,
        true,
        true,
      ]);
    }
  });

  test('a budget that is used up says nothing of its end: it is waited for, and longer for figures', async () => {
    const at = await linkedinAtSandbox();
    await at.fault({ fault: 'throttle-figures', times: 1 });
    const day = { from: '2026-11-10', to: '2026-11-10', breakdown: 'none' } as const;
    expect(await failureOf(at.platform.report.daily(at.access, day))).toMatchObject({
      class: 'throttled',
      retryAfterMs: 330_000,
    });
    // Other collections have budgets of their own.
    expect(await at.platform.accounts.campaigns(at.access)).not.toEqual([]);
  });

  test('a missing scope is no dead token, and says which are needed', async () => {
    const at = await linkedinAtSandbox();
    const access = { ...at.access, credentials: { accessToken: seed.readOnlyToken } };
    const [result] = await at.platform.edit.setStatus(access, [
      { type: 'adset', id: at.campaign(), status: 'PAUSED' },
    ]);
    expect(result?.failure).toMatchObject({ class: 'blocked', code: 'ACCESS_DENIED' });
    expect(result?.failure?.fix).toContain('rw_ads');
  });

  test('names the field the platform blames', async () => {
    const at = await linkedinAtSandbox();
    const failure = await failureOf(
      Promise.resolve(
        at.platform.edit.setBudget?.(at.access, 'adset', at.campaign(), { daily: 1 }),
      ),
    );
    expect(failure).toMatchObject({
      class: 'rule',
      code: 'FIELD_VALUE_TOO_LOW',
      field: 'dailyBudget',
    });
  });
});

describe('tokens', () => {
  const refresh = {
    refreshToken: `refresh-${seed.token}`,
    clientId: professionalNetwork.clientId,
    clientSecret: professionalNetwork.clientSecret,
  };

  test('are made from a refresh token, and renewed when they end or are refused', async () => {
    const at = await linkedinAtSandbox();
    const stored = await at.platform.accounts.exchange?.('c1', refresh);
    expect(stored).toMatchObject({ ...refresh, accessToken: expect.stringMatching(/^renewed-/) });
    const access = { ...at.access, credentials: stored ?? {} };
    expect(await at.platform.accounts.campaigns(access)).not.toEqual([]);
    const used = () =>
      new Set(at.sent.flatMap(({ headers }) => headers.get('authorization') ?? [])).size;
    expect(used()).toBe(1);
    await at.clock.sleep(61 * 86_400_000);
    expect(await at.platform.accounts.campaigns(access)).not.toEqual([]);
    expect(used()).toBe(2);
  });

  test('a refresh token that is dead asks for a new connection', async () => {
    const at = await linkedinAtSandbox();
    const failure = await failureOf(
      Promise.resolve(
        at.platform.accounts.exchange?.('c1', { ...refresh, refreshToken: 'no such token' }),
      ),
    );
    expect(failure).toMatchObject({ class: 'auth', retryable: false });
    expect(failure.message).not.toContain('no such token');
  });
});
