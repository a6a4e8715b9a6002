import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type AppsScript, type Call, createAppsScript, type Manifest } from './apps-script.ts';
import { runShim } from './run-shim.ts';

/**
 * `node serve.mjs FOLDER [PORT]`: a page with a grid and the built sidebar, and the built script on
 * the fakes, for people and tests. FOLDER holds the add-on as built, fakes.js and page.html.
 */
async function main(folder: string, port: number): Promise<void> {
  const [fakes = '', code = '', page = '', manifest = '{}'] = await Promise.all(
    ['fakes.js', 'Code.js', 'page.html', 'appsscript.json'].map((file) =>
      readFile(join(folder, file), 'utf8'),
    ),
  );
  const open = (): AppsScript => createAppsScript(fakes, code, JSON.parse(manifest) as Manifest);
  let script = open();

  const answer = async (request: IncomingMessage): Promise<{ type: string; body: string }> => {
    const json = (value: unknown) => ({
      type: 'application/json',
      body: JSON.stringify(value ?? null),
    });
    switch (`${request.method} ${request.url?.split('?', 1)[0]}`) {
      case 'GET /':
        return { type: 'text/html; charset=utf-8', body: page };
      case 'GET /sidebar.html': {
        const html = await readFile(join(folder, 'sidebar.html'), 'utf8');
        return {
          type: 'text/html; charset=utf-8',
          body: html.replace('<head>', () => `<head><script>${runShim}</script>`),
        };
      }
      case 'GET /samples.json':
        return {
          type: 'application/json',
          body: await readFile(join(folder, 'samples.json'), 'utf8').catch(() => '{"rows":[]}'),
        };
      case 'POST /call':
        return json(script.call((await bodyOf(request)) as Call));
      case 'POST /control': {
        const { verb, argument } = (await bodyOf(request)) as { verb: string; argument?: unknown };
        return json(tryControl(script, verb, argument));
      }
      case 'POST /reset':
        await script.close();
        script = open();
        return json(true);
      default:
        return { type: 'text/plain', body: '' };
    }
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      (error: unknown) =>
        response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  server.on('error', (error: NodeJS.ErrnoException) => {
    const taken = `Port ${port} is taken. Choose another: npm run addon:playground -- --port 4200`;
    console.error(error.code === 'EADDRINUSE' ? taken : error.message);
    process.exit(1);
  });
  // A kept connection must not end inside a request.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    const at = typeof address === 'object' && address !== null ? address.port : port;
    console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${at}` }));
  });
}

function tryControl(script: AppsScript, verb: string, argument: unknown): unknown {
  try {
    return { ok: true, value: script.control(verb, argument) };
  } catch (error) {
    return { ok: false, error: String((error as { message?: unknown }).message ?? error) };
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

if ('bun' in process.versions) throw new Error('Apps Script is V8: run this with Node.');
await main(process.argv[2] ?? '.', Number(process.argv[3] ?? 0));
