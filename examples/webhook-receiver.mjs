// Receives webhooks, and takes only those that Slipway has signed:
//   SLIPWAY_WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs 8080
// The secret is in the answer of POST /v1/webhooks (slipway.webhooks.create), which shows it once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.SLIPWAY_WEBHOOK_SECRET ?? '';
/** A request that somebody recorded and sends again later is refused. */
const MOST_SECONDS = 300;

/** `Slipway-Signature: t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`; while a secret is rotated, one `v1` for each */
function isSigned(header, body) {
  const [, time = '', rest = ''] = /^t=(\d+)((?:,v1=[0-9a-f]{64}){1,5})$/.exec(header ?? '') ?? [];
  if (Math.abs(Date.now() / 1000 - Number(time)) > MOST_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return rest.split(',v1=').some((signature) => {
    const given = Buffer.from(signature, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** An event is sent again until it is answered with 2xx: the same id means the same event. */
const seen = new Set();

const server = createServer(async (request, response) => {
  // The bytes as they came: JSON that is parsed and written again may differ from what was signed.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isSigned(request.headers['slipway-signature'], body)) {
    response.writeHead(401).end();
    return;
  }
  const id = request.headers['slipway-event-id'];
  if (!seen.has(id)) {
    seen.add(id);
    console.log(
      JSON.stringify({
        event: request.headers['slipway-event'],
        body: JSON.parse(body.toString()),
      }),
    );
  }
  response.writeHead(204).end();
});
server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () =>
  console.log(JSON.stringify({ port: server.address().port })),
);
