import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../adapters/platforms/meta/version.ts';
import { parseTraceparent, toTraceparent } from '../../adapters/tracing/trace-context.ts';
import { pathPattern } from '../../adapters/tracing/traced-ports.ts';
import { createTracer, type EndedSpan } from '../../adapters/tracing/tracer.ts';
import { readConfig } from '../../server/process/config.ts';
import { tracingOf } from '../../server/process/tracing.ts';
import { png } from '../samples/media.ts';
import { useProcesses } from '../server/slipway-process.ts';

const slipway = useProcesses();

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly [type: string]: unknown };
  }[];
}

/** A receiver of OTLP over HTTP. */
const received: {
  readonly path: string;
  readonly token: string | undefined;
  readonly text: string;
}[] = [];
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    received.push({
      path: request.url ?? '',
      token: request.headers['x-token'] as string | undefined,
      text,
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
let endpoint = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

const spans = (): readonly Span[] =>
  received.flatMap(({ text }) =>
    (
      JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );

const attribute = ({ attributes }: Span, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('one trace leads from the request to the calls of the platform, through the job; without an endpoint nothing is sent', async () => {
  const home = mkdtempSync(join(tmpdir(), 'slipway-traces-'));
  const otel = { OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b', OTEL_SERVICE_NAME: 'ads' };
  const launch = async (
    env: { readonly [name: string]: string },
    traceparent: string,
  ): Promise<string> => {
    const service = slipway(['serve', '--port', '0', '--data', home, '--json'], {
      SLIPWAY_LOG: 'error',
      ...env,
    });
    const { url, adminKey } = await service.ready();
    const key = adminKey ?? kept;
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}`, ...(init.headers as object) };
      return (await fetch(`${url}${path}`, { ...init, headers })).json();
    };
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png(600, 600))], 'traced.png'));
    const media = [{ url: (await ask('/v1/media/upload', { method: 'POST', body: form })).url }];
    const ids = {
      adAccountId: 'act_1001',
      adSets: ['120000001001200211'],
      page: '120000001001700001',
    };
    const ad = {
      ...ids,
      adName: 'A name that people wrote',
      secondary: '120000001001900001',
      link: 'https://example.com',
      media,
    };
    const { adBatchId } = await ask('/v1/launch', {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify({ ads: [ad] }),
    });
    await expect
      .poll(async () => (await ask(`/v1/batch-status/${adBatchId}`)).rawStatus)
      .toBe('Success');
    expect(await service.end()).toBe(0);
    return key ?? '';
  };
  const [quiet, caller] = [
    `00-${'b'.repeat(32)}-${'2'.repeat(16)}-01`,
    `00-${'a'.repeat(32)}-${'1'.repeat(16)}-01`,
  ];
  let kept: string | undefined;
  kept = await launch({ OTEL_SERVICE_NAME: 'ads' }, quiet);
  expect(received).toEqual([]);

  await launch({ ...otel, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, caller);
  expect(new Set(received.map(({ path, token }) => `${path} ${token}`))).toEqual(
    new Set(['/v1/traces a b']),
  );
  expect(received[0]?.text).toContain('"service.name","value":{"stringValue":"ads"}');
  const trace = spans().filter(({ traceId }) => traceId === 'a'.repeat(32));
  const byId = new Map(trace.map((span) => [span.spanId, span]));
  const request = trace.find(({ name }) => name === 'POST /v1/launch');
  expect([request?.kind, request?.parentSpanId]).toEqual([2, '1'.repeat(16)]);
  const job = trace.find(({ name }) => name === 'job launch');
  expect([job?.kind, job?.parentSpanId]).toEqual([5, request?.spanId]);
  const above = (span: Span | undefined): readonly string[] =>
    span === undefined ? [] : [span.name, ...above(byId.get(span.parentSpanId ?? ''))];
  const calls = trace.filter((span) => span.kind === 3 && above(span).includes('job launch'));
  expect(calls.map(({ name }) => name)).toContain(`POST /meta/${version.pinned}`);
  for (const call of calls) expect(above(call).at(-1)).toBe('POST /v1/launch');
  expect(attribute(calls[0] as Span, 'slipway.platform')).toBe('primary');

  // Nothing of it is a credential or what people wrote.
  const all = received.map(({ text }) => text).join();
  for (const text of [
    kept,
    'sandbox-token',
    'A name that people wrote',
    'example.com',
    'access_token',
    'act_1001',
  ])
    expect(all).not.toContain(text);
});

describe('the variables of OpenTelemetry', () => {
  const config = (env: { readonly [name: string]: string }) => readConfig([], env).tracing;

  test('name where traces go; without an endpoint, or switched off, there is no tracing', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://10.0.0.9:4318/';
    expect(config({})).toBeUndefined();
    expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
    expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
    expect(config({ OTEL_EXPORTER_OTLP_ENDPOINT })).toMatchObject({
      url: 'http://10.0.0.9:4318/v1/traces',
      share: 1,
    });
    expect(
      config({
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/own',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=ignored',
        OTEL_SERVICE_NAME: 'ads',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toMatchObject({
      url: 'https://traces.example/own',
      share: 0.25,
      resource: { 'service.name': 'ads', 'deployment.environment.name': 'test' },
    });
  });

  test('that cannot be kept to are told', () => {
    const faultsOf = (env: { readonly [name: string]: string }): string => {
      const faults: string[] = [];
      tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.9:4318', ...env }, faults);
      return faults.join(' ');
    };
    expect(faultsOf({})).toBe('');
    expect(faultsOf({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toContain('http/json');
    expect(faultsOf({ OTEL_TRACES_SAMPLER: 'sometimes' })).toContain('OTEL_TRACES_SAMPLER');
    expect(faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: '10.0.0.9:4317' })).toContain(
      'must be an address',
    );
  });
});

test('a trace that was not kept where it began is not kept here, and a broken header begins a new one', async () => {
  const ended: EndedSpan[] = [];
  const tracer = createTracer(
    (span) => ended.push(span),
    () => true,
  );
  const run = (parent: string) =>
    tracer.span('x', { kind: 'server', parent }, async () => tracer.current());
  expect(await run(`00-${'a'.repeat(32)}-${'1'.repeat(16)}-00`)).toMatch(
    /^00-a{32}-[0-9a-f]{16}-00$/,
  );
  expect(ended).toEqual([]);
  expect(await run(`00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`)).not.toContain('0'.repeat(32));
  expect(ended[0]?.parentId).toBeUndefined();
  await expect(
    tracer.span('y', { kind: 'client' }, async () => {
      throw new TypeError('A secret word.');
    }),
  ).rejects.toThrow();
  expect(ended[1]).toMatchObject({ name: 'y', failure: 'TypeError' });
  const context = parseTraceparent(
    `cc-${'a'.repeat(32)}-${'1'.repeat(16)}-01-what-the-future-will-bring`,
  );
  expect(context && toTraceparent(context)).toBe(`00-${'a'.repeat(32)}-${'1'.repeat(16)}-01`);
});

test('paths of calls keep their words and none of their ids', () => {
  expect(pathPattern('/v25.0/act_1001/ads')).toBe('/v25.0/{id}/ads');
  expect(pathPattern('/open_api/v1.3/ad/create/')).toBe('/open_api/v1.3/ad/create/');
  expect(pathPattern('/v25.0/120000001001200211_77/comments')).toBe('/v25.0/{id}/comments');
});
