import type { Tracer } from '../../core/ports/tracing.ts';
import type { Reply } from './reply.ts';

/** What is asked every few seconds by machines tells nothing. */
const UNTRACED = /^\/(v1\/health|metrics$)/;

/** Answers in a span that goes on with the caller's trace, where the request names one. Errors are answers here. */
export function tracedRequest(
  tracer: Tracer,
  request: Request,
  route: string,
  reply: Reply,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (UNTRACED.test(route)) return answer();
  const attributes = { 'http.request.method': request.method, 'http.route': route, 'slipway.request_id': reply.requestId };
  const parent = request.headers.get('traceparent');
  return tracer.span(`${request.method} ${route}`, { kind: 'server', parent, attributes }, async (span) => {
    const response = await answer();
    span.set({ 'http.response.status_code': response.status, 'slipway.company_id': reply.who.company });
    if (response.status >= 500) span.fail(String(response.status));
    return response;
  });
}
