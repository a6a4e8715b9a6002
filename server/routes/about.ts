import * as v from 'valibot';
import { SlipwayError } from '../../core/base/errors.ts';
import { answer } from '../../core/base/schema/envelope.ts';
import { flag } from '../../core/base/schema/request-fields.ts';
import { pageAnswer } from '../docs/mount.ts';
import { tagged } from '../http/encoded.ts';
import { ownRoute } from '../http/route.ts';
import type { Site } from '../http/site.ts';
import { readinessOf, storeGauges } from '../process/readiness.ts';

const topic = 'Service';
const none = 'About the process that answers over HTTP.';

const health = answer({
  status: v.picklist(['ok', 'degraded']),
  store: v.literal('ok'),
  jobs: v.picklist(['ok', 'late']),
  /** How long the oldest job has been waiting for a worker. */
  oldestDueJobMs: v.number(),
  due: v.array(v.object({ queue: v.string(), jobs: v.number(), oldestMs: v.number() })),
  /** Work that no worker has taken for a minute. */
  waiting: v.array(
    v.object({
      queue: v.string(),
      reason: v.picklist(['no_worker', 'silent_worker', 'unknown_queue']),
      jobs: v.number(),
      since: v.string(),
      message: v.string(),
    }),
  ),
  /**
   * Work that failed too often, for more than a day: it is not tried again until an operator puts
   * it back.
   */
  dead: v.array(
    v.object({ queue: v.string(), jobs: v.number(), since: v.string(), message: v.string() }),
  ),
});

export const aboutRoutes = [
  ownRoute({
    scope: 'open',
    path: '/v1/health',
    none,
    topic,
    summary: 'Whether the service, its store and its workers are well',
    description:
      'Answers 200 as long as requests can be answered: work that no worker takes for a minute makes it `degraded`, and `waiting` says what and since when. With `strict=true` that is a 503 too, for monitors that look at the status alone; not for deciding where requests go, because they can be answered all the same. `dead` tells of work that failed for more than a day and waits for an operator (`slipway jobs`); it changes neither the status nor the code.',
    query: v.object({ strict: v.optional(flag) }),
    response: health,
    errors: [405, 503],
    serve: (_ports, _nobody, { query, service }) => service.health(query),
  }),
  ownRoute({
    scope: 'open',
    path: '/v1/health/live',
    none,
    topic,
    summary: 'Whether this process answers at all',
    description:
      'A liveness probe. It checks the process alone: an unreachable store is not fixed by a restart.',
    response: answer({ status: v.literal('live') }),
    errors: [405],
    serve: async () => ({ success: true as const, status: 'live' as const }),
  }),
  ownRoute({
    scope: 'open',
    path: '/v1/health/ready',
    none,
    topic,
    summary: 'Whether requests may be sent to this process',
    description:
      'For load balancers. 503 while the store does not answer, and from the moment the process is asked to end. `warnings` has what an operator should look at.',
    response: answer({ status: v.literal('ready'), warnings: v.optional(v.array(v.string())) }),
    errors: [405, 503],
    serve: (_ports, _nobody, { service }) =>
      readinessOf(service.health, service.settings.isDraining?.() ?? false),
  }),
  ownRoute({
    scope: 'open',
    path: '/v1/receipt-key',
    none: 'People without an account check receipts too.',
    topic: 'Approvals',
    summary: 'The public key with which this installation signs receipts',
    description:
      'Ed25519, in base64url: `slipway verify FILE --key KEY` wants it. It follows from the secret of the service.',
    response: answer({
      issuer: v.string(),
      algorithm: v.literal('Ed25519'),
      publicKey: v.string(),
    }),
    errors: [405, 503],
    serve: async ({ secrets, publicUrl }) => {
      const signed = await secrets.sign?.('');
      if (signed === undefined)
        throw new SlipwayError('unavailable', 'This service cannot sign receipts.');
      return {
        success: true as const,
        issuer: publicUrl,
        algorithm: 'Ed25519' as const,
        publicKey: signed.publicKey,
      };
    },
  }),
  ownRoute({
    scope: 'open',
    path: '/openapi.json',
    none,
    topic,
    summary: 'This API as an OpenAPI 3.1 document',
    response: 'application/json',
    errors: [405],
    serve: async (ports, _nobody, { request, service }) =>
      tagged(request, (await service.documents()).openApi, ports, {
        'Content-Type': 'application/json',
      }),
  }),
  ownRoute({
    scope: 'open',
    path: '/docs',
    none,
    topic,
    summary: 'The documentation of this service: guides, settings and this API',
    description:
      'Pages for people with a search; each page below it is also there as text, with `.md` at the end. The API is at `/docs/api`.',
    response: 'text/html',
    errors: [405],
    serve: async (ports, _nobody, { request, service }) =>
      pageAnswer(request, (await service.site()).page('') ?? '', ports),
  }),
  ownRoute({
    scope: 'open',
    path: '/llms.txt',
    none,
    topic,
    summary: 'This API in plain text for programs that read',
    response: 'text/plain',
    errors: [405],
    serve: async (ports, _nobody, { request, service }) =>
      tagged(
        request,
        (await service.documents()).llms + pagesText(await service.site(), ports),
        ports,
        TEXT,
      ),
  }),
  ownRoute({
    scope: 'open',
    path: '/robots.txt',
    none,
    topic,
    summary: 'What search engines may read: the documentation, and nothing of the company',
    response: 'text/plain',
    errors: [405],
    serve: (ports, _nobody, { request }) => tagged(request, ROBOTS, ports, TEXT),
  }),
  ownRoute({
    path: '/metrics',
    none,
    topic,
    summary: 'Counters of this process in the text format of Prometheus',
    description:
      'Where the service has a token for metrics (SLIPWAY_METRICS_TOKEN), that token opens this path as well: without a look-up, so that it is answered while the store is away, and without a limit.',
    scope: 'operator',
    scraped: true,
    response: 'text/plain',
    serve: async (ports, _caller, { service }) =>
      new Response(
        service.metrics.text([
          ...((await service.settings.gauges?.()) ?? []),
          ...(await storeGauges(service.health, ports.clock)),
          ...(await service.connectionGauges()),
        ]),
        {
          headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
        },
      ),
  }),
];

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

const ROBOTS = 'User-agent: *\nAllow: /docs\nDisallow: /\n';

/** The written pages, each with the address of its text. */
const pagesText = ({ written }: Site, { publicUrl }: { readonly publicUrl: string }): string =>
  written.length === 0
    ? ''
    : `\n## Pages\n\n${written
        .map(({ key, title }) => `- [${title}](${publicUrl}/docs/${key}.md)`)
        .join('\n')}\n`;
