import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { SlipwayError } from '../../core/base/errors.ts';
import { refusalOf, refusedAnswer } from '../../server/mcp/answers.ts';
import { failOnDrift } from './harness.ts';
import { type Content, call, connectOver } from './mcp-client.ts';
import { questions } from './search-questions.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const dates = { startDate: '2026-10-01', endDate: '2026-11-14' };

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 100_000, writeLimit: 100_000 } });
});
afterAll(() => fixture.worker.stop());

const connect = () => connectOver(async (url, init) => fixture.app.request(url, init), fixture.key);

describe('search_actions', () => {
  test('has the answer to each of a hundred questions among its first five, and mostly as the first', async () => {
    const client = await connect();
    const missed: unknown[] = [];
    let first = 0;
    for (const [words, action] of questions) {
      const found = (await call(client, 'search_actions', { words })).rows.map(
        (row: Content) => row.action,
      );
      if (!found.includes(action)) missed.push([words, action, found]);
      if (found[0] === action) first += 1;
    }
    expect(missed).toEqual([]);
    expect(questions.length).toBeGreaterThanOrEqual(100);
    expect(first).toBeGreaterThanOrEqual(75);
  });

  test('says what to do where nothing fits', async () => {
    expect((await call(await connect(), 'search_actions', { words: 'xyzzy' })).next).toContain(
      'other words',
    );
  });
});

/**
 * Three characters a token is more than tokenizers make of JSON: an upper bound. A client hands a
 * model the text, or the same as structure.
 */
const tokensOf = ({ text }: Content): number => Math.ceil(text.length / 3);
const MOST_TOKENS = 8_000;

describe('an answer', () => {
  test('costs at most 8,000 tokens, whatever is asked', async () => {
    const client = await connect();
    const long = 'x'.repeat(900);
    for (let i = 0; i < 60; i += 1)
      await fixture.call('POST', '/v1/drafts', {
        body: {
          name: `${i} ${long.slice(0, 150)}`,
          ads: [{ adName: long, title: long, description: long }],
        },
      });
    const all = await call(client, 'search_actions', {
      words: 'launch create change campaign ad set',
      limit: 10,
    });
    const asked: [string, object][] = [
      ['list_accounts', {}],
      ...['campaign', 'ad_set', 'ad', 'page', 'batch', 'draft', 'media', 'template', 'plan'].map(
        (kind): [string, object] => ['find_entities', { kind, accountId: eur, limit: 50 }],
      ),
      ['query_report', { accountIds: [eur], ...dates, groupBy: ['adName', 'day'], limit: 50 }],
      ['top_ads', { accountIds: [eur], ...dates, limit: 50 }],
      ['get_entity', { kind: 'ad', id: seed.ad(eur, 'traffic', 1) }],
      ...questions.map(([words]): [string, object] => ['search_actions', { words, limit: 10 }]),
      ...['launch', 'plan', 'manage.createAdSet', 'manage.updateAdSet', 'automations.create'].map(
        (words): [string, object] => ['search_actions', { words, limit: 1 }],
      ),
      ...[
        'drafts.list',
        'reports.fields',
        'platforms.list',
        'platforms.checks',
        'automations.fields',
        'overview.get',
        'audit.list',
        'guardrails.get',
      ].map((action): [string, object] => ['call_action', { action, input: {} }]),
    ];
    const costs: [number, string][] = [[tokensOf(all), 'search']];
    for (const [name, input] of asked)
      costs.push([tokensOf(await call(client, name, input)), `${name} ${JSON.stringify(input)}`]);
    expect(costs.filter(([tokens]) => tokens > MOST_TOKENS)).toEqual([]);
  });

  test('that is cut says so, and how to go on', async () => {
    const client = await connect();
    const first = await call(client, 'find_entities', { kind: 'ad_set', accountId: eur, limit: 3 });
    expect(first.next).toBe(`${first.total - 3} more: call again with offset 3, or with a name.`);
    const second = await call(client, 'find_entities', {
      kind: 'ad_set',
      accountId: eur,
      limit: 3,
      offset: 3,
    });
    expect(second.rows).toHaveLength(3);
    const ids = [...first.rows, ...second.rows].map(({ id }: Content) => id);
    expect(new Set(ids).size).toBe(6);
    const report = await call(client, 'query_report', {
      accountIds: [eur],
      ...dates,
      groupBy: ['adName'],
      limit: 2,
      offset: 2,
    });
    expect([report.shown, report.next]).toEqual([2, expect.stringContaining('offset 4')]);
    const drafts = await call(client, 'call_action', {
      action: 'drafts.list',
      input: { limit: 50 },
    });
    expect(drafts.cut).toContain('too long');
  });
});

describe('a refusal', () => {
  test('tells what to do next', async () => {
    const client = await connect();
    const next = async (name: string, input: object): Promise<string> =>
      (await call(client, name, input)).next;
    expect(await next('find_entities', { kind: 'campaign', accountId: 'act_999' })).toContain(
      'list_accounts',
    );
    expect(await next('find_entities', { kind: 'campaign' })).toContain('Correct the arguments');
    expect(await next('call_action', { action: 'drafts.creat' })).toContain('search_actions');
    expect(await next('apply_plan', { planDigest: '0'.repeat(32) })).toContain('find_entities');
    expect(await next('list_accounts', { platfrom: 'x' })).toContain('Correct the arguments');
  });

  test.each([
    'bad_request',
    'unauthorized',
    'forbidden',
    'not_found',
    'conflict',
    'gone',
    'payload_too_large',
    'unsupported_media_type',
    'unprocessable_entity',
    'rate_limit_exceeded',
    'platform_error',
    'unavailable',
    'internal_server_error',
  ] as const)('with the code %s has a next step', (code) => {
    const { content } = refusedAnswer(refusalOf(new SlipwayError(code, 'What is wrong.')));
    expect(JSON.parse((content as Content)[0].text).next).toMatch(/^[A-Z].{15,}\.$/);
  });

  test('of what nobody foresaw has one too', () => {
    expect((refusedAnswer(refusalOf(new Error('x'))).content as Content)[0].text).toContain(
      'operator',
    );
  });
});
