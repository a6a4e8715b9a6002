// The REST API inside an Express app that you have.
import express from 'express';
import { createSlipway } from 'slipway';
import { toNodeHandler } from 'slipway/server';

const slipway = await createSlipway({ publicUrl: 'https://app.example.com/ads' });
const ads = slipway.app({ readLimit: 600, writeLimit: 100 });

const app = express();
// Before anything that reads bodies: Slipway reads them itself. Express cuts `/ads` off.
app.use('/ads', toNodeHandler(ads));
app.use(express.json());
app.get('/', (_request, response) => response.send('my own app'));

// From here on it is called, as your users would.
const server = app.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const ask = async (path, init) =>
  (await fetch(`http://127.0.0.1:${server.address().port}${path}`, init)).status;
const headers = { authorization: `Bearer ${slipway.adminKey}`, 'content-type': 'application/json' };
console.log(
  JSON.stringify({
    own: await ask('/'),
    withoutKey: await ask('/ads/v1/batches'),
    withKey: await ask('/ads/v1/batches', { headers }),
    written: await ask('/ads/v1/keys', {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'Express', scopes: ['read'] }),
    }),
  }),
);
server.close();
server.closeAllConnections();
await slipway.close();
