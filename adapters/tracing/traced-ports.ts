import type { Http, HttpRequest, HttpResult } from '../../core/ports/http.ts';
import type { Job } from '../../core/ports/jobs.ts';
import type { Store, Write } from '../../core/ports/store.ts';
import type { Tracer } from '../../core/ports/tracing.ts';
import { jobKind } from '../../core/records/job.ts';

/** A span per call of a platform. The platform is sent no trace. */
export const tracedHttp = (http: Http, platform: string, tracer: Tracer): Http => ({
  requestAll: (requests) =>
    Promise.all(requests.map((request) => tracedRequest(http, request, platform, tracer))),
});

function tracedRequest(
  http: Http,
  request: HttpRequest,
  platform: string,
  tracer: Tracer,
): Promise<HttpResult> {
  const { hostname, pathname } = new URL(request.url);
  const path = pathPattern(pathname);
  const attributes = {
    'http.request.method': request.method,
    'server.address': hostname,
    'url.template': path,
    'slipway.platform': platform,
  };
  return tracer.span(`${request.method} ${path}`, { kind: 'client', attributes }, async (span) => {
    const [result] = await http.requestAll([request]);
    if (result === undefined) throw new Error('A request was not answered for.');
    if (result.ok) span.set({ 'http.response.status_code': result.status });
    if (!result.ok || result.status >= 400)
      span.fail(result.ok ? String(result.status) : result.reason);
    return result;
  });
}

/** Replaces ids, and anything longer than a name. */
export const pathPattern = (path: string): string =>
  path
    .split('/')
    .map((part) =>
      /^v\d{1,3}(\.\d{1,3})?$/.test(part) || (/^[A-Za-z_.:-]*$/.test(part) && part.length <= 40)
        ? part
        : '{id}',
    )
    .join('/');

/** Jobs remember the span that asked for them, and continue its trace. */
export const tracedStore = <S extends Store>(store: S, tracer: Tracer): S => ({
  ...store,
  commit(writes) {
    const trace = tracer.current();
    return store.commit(
      trace === undefined ? writes : writes.map((write) => withTrace(write, trace)),
    );
  },
});

function withTrace(write: Write, trace: string): Write {
  const doc = write.doc as Job | undefined;
  // What a worker writes of a job it has is not asked for anew.
  if (
    write.kind.name !== jobKind.name ||
    doc === undefined ||
    doc.turn !== undefined ||
    doc.trace !== undefined
  )
    return write;
  return { ...write, doc: { ...doc, trace } };
}
