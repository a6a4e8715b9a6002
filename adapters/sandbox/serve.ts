import { parseArgs } from 'node:util';
import { ConnectionCut } from './platform.ts';
import { createSandbox } from './sandbox.ts';
import { seed } from './seed.ts';
import { createFileState } from './state-file.ts';

/** `npm run sandbox -- --port 4100 --state FILE [--json]`: the sandbox alone on a port of this machine. */

const { port, state, json } = readArguments();
const sandbox = createSandbox(state === undefined ? {} : { state: createFileState(state) });

const server = Bun.serve({
  hostname: '127.0.0.1',
  port,
  // Slow answers are part of the game: nobody but the client gives up.
  idleTimeout: 0,
  maxRequestBodySize: 2 ** 30,
  async fetch(request) {
    try {
      return await sandbox.fetch(request);
    } catch (error) {
      if (error instanceof ConnectionCut) return cut();
      throw error;
    }
  },
});

/** Bun closes the connection without a byte when the body fails before it begins. */
const cut = (): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.error();
      },
    }),
  );

const url = `http://127.0.0.1:${server.port}`;
if (json) console.log(JSON.stringify({ ready: true, url, token: seed.token, adAccountId: seed.accounts.eur }));
else
  console.log(
    `The sandbox answers at ${url}/meta (token ${seed.token}, ad account ${seed.accounts.eur}); control endpoints at ${url}/_sandbox/.`,
  );

function readArguments(): { readonly port: number; readonly state: string | undefined; readonly json: boolean } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, state: { type: 'string' }, json: { type: 'boolean' } } });
    const number = Number(values.port ?? '4100');
    if (!Number.isInteger(number) || number < 0 || number > 65_535)
      throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
    return { port: number, state: values.state, json: values.json === true };
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error} Usage: npm run sandbox -- [--port 4100] [--state FILE] [--json]`,
    );
    process.exit(1);
  }
}
