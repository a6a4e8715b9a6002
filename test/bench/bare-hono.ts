import { Hono } from 'hono';

/**
 * The least a route can be: Hono and a body. `bun bare-hono.ts FILE HEADERS` answers the JSON of a
 * file under /body, and under /dressed with the headers of the service's answer, which are given as
 * JSON.
 */
const [file = '', headers = '{}'] = process.argv.slice(2);
const body = await Bun.file(file).json();
const app = new Hono()
  .get('/body', (c) => c.json(body))
  .get('/dressed', (c) => c.json(body, 200, JSON.parse(headers)));
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.port}` }));
