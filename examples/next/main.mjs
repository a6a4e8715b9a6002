// Calls the route handler as Next does, with requests, so that it can be tried without Next.
import { GET, POST } from './route.mjs';

const { slipway } = await globalThis.slipwayOfThisApp;
const headers = { authorization: `Bearer ${slipway.adminKey}`, 'content-type': 'application/json' };
const url = 'https://app.example.com/ads/v1';
const key = JSON.stringify({ name: 'Next', scopes: ['read'] });
console.log(
  JSON.stringify({
    withoutKey: (await GET(new Request(`${url}/batches`))).status,
    withKey: (await GET(new Request(`${url}/batches`, { headers }))).status,
    written: (await POST(new Request(`${url}/keys`, { method: 'POST', headers, body: key })))
      .status,
  }),
);
await slipway.close();
