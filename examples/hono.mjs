// The REST API inside an app you already have. Anything that takes a fetch handler will do; here it is Hono.
import { Hono } from 'hono';
import { createSlipway } from 'slipway';

const slipway = await createSlipway({ publicUrl: 'https://app.example.com/ads' });
const ads = slipway.app({ readLimit: 600, writeLimit: 100 });

const app = new Hono();
app.get('/', (c) => c.text('my own app'));
app.mount('/ads', ads.fetch);

// To serve it:  Bun.serve(app)  |  Deno.serve(app.fetch)  |  serve(app) of @hono/node-server
const ask = async (path, key) =>
  (
    await app.request(
      path,
      key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
    )
  ).status;
console.log(
  JSON.stringify({
    own: await ask('/'),
    withoutKey: await ask('/ads/v1/batches'),
    withKey: await ask('/ads/v1/batches', slipway.adminKey),
    reference: await ask('/ads/docs'),
  }),
);
await slipway.close();
