import { Hono } from 'hono';

/** The least a route can be: Hono and a body. `bun bare-hono.ts FILE` answers the JSON of a file under /body. */
const body = await Bun.file(process.argv[2] ?? '').json();
const app = new Hono().get('/body', (c) => c.json(body));
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.port}` }));
