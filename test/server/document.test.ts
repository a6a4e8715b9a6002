import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SlipwayError } from '../../core/base/errors.ts';
import { routesFor } from '../../server/routes/routes.ts';
import { type Harness, startHarness } from './harness.ts';

interface Shape {
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Shape };
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
}

interface Methods {
  readonly [method: string]: {
    readonly responses: {
      readonly [status: string]: {
        readonly content?: { readonly [type: string]: { readonly schema: Shape } };
      };
    };
  };
}

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});

const catalogue = () => routesFor(Object.values(harness.ports.platforms));
const open = (path: string) => harness.call('GET', path, { key: null });

describe('the API document', () => {
  test('has every route with its method', async () => {
    const { body } = await open('/openapi.json');
    const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(
      catalogue()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  test('is clean by the recommended rules of its linter', async () => {
    const { body } = await open('/openapi.json');
    const problems = await lintFromString({
      source: JSON.stringify(body),
      // Ids of rules begin with rule_: none of them is `executions`.
      config: await createConfig({
        extends: ['recommended'],
        rules: { 'no-ambiguous-paths': 'off' },
      }),
    });
    expect(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`,
      ),
    ).toEqual([]);
  });

  test('says of every keyed route what is refused and how', async () => {
    const { body } = await open('/openapi.json');
    for (const { method, path, scope, envelope } of catalogue()) {
      const { responses } = body.paths[path][method.toLowerCase()];
      if (scope !== 'open')
        expect(Object.keys(responses)).toEqual(
          expect.arrayContaining(['401', '403', '429', '500']),
        );
      if (envelope === 'older') expect(responses['401'].$ref).toContain('OlderError');
    }
  });

  test('says what each parameter takes, also where one text stands for a list', async () => {
    const { body } = await open('/openapi.json');
    const parameters: { name: string; description?: string; schema: object }[] =
      body.paths['/v1/reports/query'].get.parameters;
    for (const { name, description } of parameters) expect(description, name).toBeDefined();
    expect(parameters.find(({ name }) => name === 'metrics')).toMatchObject({
      description: expect.stringContaining('costPerResult'),
      schema: {
        anyOf: [
          { type: 'string' },
          { type: 'array', items: { enum: expect.arrayContaining(['roas', 'cpa']) } },
        ],
      },
    });
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({
      minimum: 1,
      maximum: 1000,
      default: 100,
    });
    const { properties } =
      body.paths['/v1/exports'].post.requestBody.content['application/json'].schema;
    expect(properties.startDate).toMatchObject({ type: 'string', format: 'date' });
    expect(properties.accountIds.description).toContain('/v1/adaccounts');
  });

  test('describes every member of every answer', async () => {
    const { body } = await open('/openapi.json');
    const bare = new Set<string>();
    const look = (node: Shape, parent: string): void => {
      for (const [name, member] of Object.entries(node.properties ?? {})) {
        if (member.description === undefined) bare.add(`${parent}.${name}`);
        look(member, `${parent}.${name}`);
      }
      const inside = [node.items, node.additionalProperties, ...(node.anyOf ?? [])];
      for (const each of [...inside, ...(node.oneOf ?? []), ...(node.allOf ?? [])])
        if (typeof each === 'object') look(each, parent);
    };
    for (const [path, methods] of Object.entries<Methods>(body.paths))
      for (const [method, { responses }] of Object.entries(methods))
        for (const { content } of Object.values(responses))
          for (const { schema } of Object.values(content ?? {}))
            look(schema, `${method.toUpperCase()} ${path}`);
    for (const [name, shape] of Object.entries<Shape>(body.components.schemas)) look(shape, name);
    expect([...bare]).toEqual([]);
  });

  test('has no two operations of one name', async () => {
    const { body } = await open('/openapi.json');
    const ids = Object.values(body.paths).flatMap((methods) =>
      Object.values(methods as { [method: string]: { operationId: string } }).map(
        ({ operationId }) => operationId,
      ),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the reference shows every route on the page of its chapter', async () => {
  const { body: index } = await open('/docs/api');
  const chapters = [...index.matchAll(/href="(\.\/api\/[^"#]+)"/g)].map(
    ([, to = '']) => `/docs/${to.slice(2)}`,
  );
  const pages = await Promise.all(
    [...new Set(chapters)].map(async (path) => (await open(path)).body as string),
  );
  const body = pages.join('');
  for (const { path } of catalogue()) expect(body).toContain(`</b> ${path}</h3>`);
  expect(body.replace(/<pre>.*?<\/pre>/gs, '')).not.toContain('`');
  expect(body).toContain('<code>read</code>');
});

test('llms.txt has every route in a line', async () => {
  const { body } = await open('/llms.txt');
  for (const { method, path } of catalogue()) expect(body).toContain(`- ${method} ${path} (`);
});

test('llms.txt names every written page with the address of its text', async () => {
  const { body } = await open('/llms.txt');
  const pages = [...body.matchAll(/^- \[[^\]]+\]\(http[^)]*(\/docs\/[^)]+\.md)\)$/gm)];
  expect(pages.length).toBeGreaterThan(60);
  for (const [, path = ''] of pages) expect([path, (await open(path)).status]).toEqual([path, 200]);
});

test('robots.txt lets search engines read the documentation alone', async () => {
  const { status, body } = await open('/robots.txt');
  expect([status, body]).toEqual([200, 'User-agent: *\nAllow: /docs\nDisallow: /\n']);
});

test('a store that does not answer is told as unavailable', async () => {
  const { ports, call } = await startHarness();
  ports.store.find = async () => {
    throw new Error('disk I/O error');
  };
  const { status, body } = await call('GET', '/v1/health', { key: null });
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
});

test('a store that can be read but not written is told in its own words, and believed again once it can be', async () => {
  const { ports, call, clock } = await startHarness();
  const { commit } = ports.store;
  const asked = async () => {
    const { status, body } = await call('GET', '/v1/health', { key: null });
    return [status, body.error?.message ?? body.store];
  };
  expect(await asked()).toEqual([200, 'ok']);
  let tries = 0;
  ports.store.commit = async () => {
    tries += 1;
    throw new SlipwayError('unavailable', 'The disk of the database is full.');
  };
  // However many ask, it is tried once in a while.
  expect(await asked()).toEqual([200, 'ok']);
  expect(tries).toBe(0);
  await clock.advance(10_000);
  for (let i = 0; i < 5; i++)
    expect(await asked()).toEqual([503, 'The disk of the database is full.']);
  expect(tries).toBe(1);
  ports.store.commit = commit;
  await clock.advance(1_000);
  await expect.poll(asked).toEqual([200, 'ok']);
});

test('a disk that is as good as full is told before the store notices', async () => {
  const full = async () => {
    throw new SlipwayError('unavailable', 'The disk of the service is as good as full.');
  };
  const { call } = await startHarness({ ports: { checkRoom: full } });
  const { status, body } = await call('GET', '/v1/health', { key: null });
  expect([status, body.error.message]).toEqual([
    503,
    'The disk of the service is as good as full.',
  ]);
});

test('a store that takes long to write keeps nobody waiting but the first who asks', async () => {
  const { ports, call, clock } = await startHarness();
  let written: ((conflict: undefined) => void) | undefined;
  ports.store.commit = () =>
    new Promise((resolve) => {
      written = resolve;
    });
  const first = call('GET', '/v1/health', { key: null });
  await expect.poll(() => written).toBeDefined();
  await clock.advance(2_000);
  expect((await call('GET', '/v1/health', { key: null })).status).toBe(503);
  written?.(undefined);
  expect((await first).status).toBe(200);
});
