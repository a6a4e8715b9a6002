import type { Topics } from '../../core/operations/feature.ts';
import type { Route } from '../http/route.ts';

/**
 * The service in plain text, for programs that read: what it is, how to speak to it, and every
 * route in a line.
 */
export function llmsText(routes: readonly Route[], topics: Topics, publicUrl: string): string {
  const chapters = Object.entries(topics).flatMap(([topic, description]) => {
    const own = routes.filter((route) => route.topic === topic);
    if (own.length === 0) return [];
    return ['', `## ${topic}`, '', description, '', ...own.map(line)];
  });
  return [
    '# Slipway',
    '',
    '> Launches ads in batches, manages them and reports on them, over several ad platforms.',
    '',
    `- Base address: ${publicUrl}`,
    '- Authentication: the header `Authorization: Bearer <API key>`; keys start with ak_. Nothing else is read.',
    '- Success bodies carry `success: true`. Errors: `{ success: false, error: { code, message, requestId, details? } }`, where `details[].path` points into your request.',
    '- Lists answer `{ success, data, pagination: { offset, limit, total, hasMore } }` and take `limit` with `offset` or `page`.',
    '- Limits per key in a sliding window of 60 seconds, reads and writes apart: see the headers X-RateLimit-Limit, X-RateLimit-Remaining and, on 429, Retry-After.',
    '- Every POST takes an Idempotency-Key: the same key and body is carried out once.',
    '- Ids of platforms are strings. Ads are created paused unless you ask otherwise.',
    '- A launch: upload media (POST /v1/media/upload), look at the plan (POST /v1/launch/plan), launch (POST /v1/launch), poll GET /v1/batch-status/{id} until `status` is success or error.',
    `- The whole contract as OpenAPI 3.1: ${publicUrl}/openapi.json; for people: ${publicUrl}/docs, where each page is also there as markdown, with .md at the end of its address: begin with ${publicUrl}/docs/index.md and ${publicUrl}/docs/reference/api-conventions.md`,
    ...chapters,
    '',
  ].join('\n');
}

const line = (route: Route): string => {
  const query = namesOf(route.query);
  const body = route.multipart ? ['file'] : namesOf(route.body);
  return `- ${route.method} ${route.path} (${route.scope === 'open' ? 'no key' : `scope ${route.scope}`}): ${route.summary}.${
    query.length === 0 ? '' : ` Query: ${query.join(', ')}.`
  }${body.length === 0 ? '' : ` Body: ${body.join(', ')}.`}`;
};

const namesOf = (schema: Route['query']): readonly string[] =>
  schema !== undefined && 'entries' in schema ? Object.keys(schema.entries as object) : [];
