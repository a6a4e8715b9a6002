import type { Context, Hono } from 'hono';
import { SlipwayError } from '../../core/base/errors.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { tagged } from '../http/encoded.ts';
import type { Respond } from '../http/reply.ts';
import type { Service } from '../http/route.ts';
import type { AppEnv } from '../http/settings.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export const pageAnswer = (
  request: Request,
  text: string,
  ports: Pick<ServicePorts, 'secrets'>,
): Promise<Response> =>
  tagged(request, text, ports, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
  });

/** The pages below /docs, each also as markdown, and what their search needs. */
export function mountDocs(app: Hono<AppEnv>, service: Service, respond: Respond): void {
  app.get('/docs/*', (c: Context<AppEnv>) =>
    respond(c, { label: '/docs/{page}', envelope: 'v1' }, async (reply) => {
      const site = await service.site();
      const textAnswer = async (text: string, type: string) =>
        reply.raw(
          await tagged(c.req.raw, text, service.ports, {
            'Content-Type': `${type}; charset=utf-8`,
          }),
        );
      const asked = c.req.path.slice(c.req.path.indexOf('/docs/') + '/docs/'.length);
      if (asked === 'search.json') return textAnswer(site.search, 'application/json');
      if (asked === 'site.js') return textAnswer(site.script, 'text/javascript');
      if (asked.endsWith('.md')) {
        const text = site.markdown(asked.replace(/(^|\/)index\.md$|\.md$/, ''));
        if (text !== undefined) return textAnswer(text, 'text/markdown');
      }
      const key = asked.replace(/(^|\/)index$|\/$|\.html$/, '');
      const text = site.page(key);
      if (text === undefined)
        throw new SlipwayError('not_found', 'There is no such page. GET /docs lists the pages.');
      if (key === asked && key !== '')
        return reply.raw(await pageAnswer(c.req.raw, text, service.ports));
      const up = '../'.repeat(asked.split('/').length);
      return reply.raw(
        new Response(null, {
          status: 301,
          headers: { Location: `${up}docs${key === '' ? '' : `/${key}`}` },
        }),
      );
    }),
  );
}
