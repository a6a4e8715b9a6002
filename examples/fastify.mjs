// The REST API inside a Fastify app that you have.
import Fastify from 'fastify';
import { createSlipway } from 'slipway';
import { toNodeHandler } from 'slipway/server';

const slipway = await createSlipway({ publicUrl: 'https://app.example.com/ads' });
const handle = toNodeHandler(slipway.app({ readLimit: 600, writeLimit: 100 }), '/ads');

const app = Fastify();
app.get('/', () => 'my own app');
await app.register(async (mounted) => {
  // Bodies stay unread, of whatever type: Slipway reads them itself.
  mounted.removeAllContentTypeParsers();
  mounted.addContentTypeParser('*', (_request, _payload, done) => done(null));
  mounted.all('/ads/*', async (request, reply) => {
    reply.hijack();
    await handle(request.raw, reply.raw);
  });
});

// From here on it is called, as your users would.
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const ask = async (path, init) => (await fetch(`${url}${path}`, init)).status;
const headers = { authorization: `Bearer ${slipway.adminKey}`, 'content-type': 'application/json' };
console.log(
  JSON.stringify({
    own: await ask('/'),
    withoutKey: await ask('/ads/v1/batches'),
    withKey: await ask('/ads/v1/batches', { headers }),
    written: await ask('/ads/v1/keys', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Fastify', scopes: ['read'] }),
    }),
  }),
);
app.server.closeAllConnections();
await app.close();
await slipway.close();
