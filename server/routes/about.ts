import * as v from 'valibot';
import { answer } from '../../core/schema/envelope.ts';
import { documentsOf } from '../documents.ts';
import { healthOf } from '../health.ts';
import { openRoute, route } from '../route.ts';

const tag = 'Service';

const health = answer({
  status: v.picklist(['ok', 'degraded']),
  store: v.literal('ok'),
  jobs: v.picklist(['ok', 'late']),
  /** How long the oldest job has been waiting for a worker. */
  oldestDueJobMs: v.number(),
});

export const aboutRoutes = [
  openRoute({
    method: 'GET',
    path: '/v1/health',
    tag,
    summary: 'Whether the service, its store and its workers are well',
    response: health,
    errors: [405, 503],
    run: (ports) => healthOf(ports),
  }),
  openRoute({
    method: 'GET',
    path: '/openapi.json',
    tag,
    summary: 'This API as an OpenAPI 3.1 document',
    response: 'application/json',
    errors: [405],
    run: async (ports, _nobody, { service }) =>
      new Response(documentsOf(service.catalogue, ports.publicUrl).openApi, { headers: { 'Content-Type': 'application/json' } }),
  }),
  openRoute({
    method: 'GET',
    path: '/docs',
    tag,
    summary: 'This API as a page for people',
    response: 'text/html',
    errors: [405],
    run: async (ports, _nobody, { service }) =>
      new Response(documentsOf(service.catalogue, ports.publicUrl).docs, {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
        },
      }),
  }),
  openRoute({
    method: 'GET',
    path: '/llms.txt',
    tag,
    summary: 'This API in plain text for programs that read',
    response: 'text/plain',
    errors: [405],
    run: async (ports, _nobody, { service }) =>
      new Response(documentsOf(service.catalogue, ports.publicUrl).llms, {
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      }),
  }),
  route({
    method: 'GET',
    path: '/metrics',
    tag,
    summary: 'Counters of this process in the text format of Prometheus',
    scope: 'operator',
    response: 'text/plain',
    run: async (_ports, _caller, { service }) =>
      new Response(service.metrics.text(service.settings.gauges?.() ?? []), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      }),
  }),
];
