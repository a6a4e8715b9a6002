// A serverless function: it accepts launches into Postgres, and workers elsewhere (`slipway worker`) carry them out.
//   node serverless.mjs postgres://…    without an address everything is in memory
import { createSlipway } from 'slipway';

const [database] = process.argv.slice(2);
let opened;

/** Opened by the first call of an instance and kept for those after it. A machine without a disk of its own has a bucket as `media`. */
function open() {
  opened ??= createSlipway({
    publicUrl: 'https://ads.example.com',
    // An instance is frozen between calls: it must not hold work.
    work: false,
    ...(database && { database, folder: 'slipway-data', secret: process.env.SLIPWAY_SECRET }),
  }).then((slipway) => ({ slipway, app: slipway.app() }));
  return opened;
}

/** What takes a Request and answers a Response: Vercel and Deno Deploy as it is, AWS Lambda by the adapter of Hono. */
export default async function handler(request) {
  const { app } = await open();
  return app.fetch(request);
}

const { slipway } = await open();
const { key } = await slipway.keys.create({ name: 'A program', scopes: ['read'] });
const ask = async (path, key) =>
  (
    await handler(
      new Request(
        `https://ads.example.com${path}`,
        key && { headers: { authorization: `Bearer ${key}` } },
      ),
    )
  ).status;
console.log(
  JSON.stringify({ withoutKey: await ask('/v1/batches'), withKey: await ask('/v1/batches', key) }),
);
await slipway.close();
