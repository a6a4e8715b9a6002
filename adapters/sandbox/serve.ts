import { parseArgs } from 'node:util';
import { endWithShell } from '../runtime/end-with-shell.ts';
import { demoCompany } from './companies.ts';
import { listen } from './listen.ts';
import { simulations } from './registry.ts';
import { createSandbox } from './sandbox.ts';
import { openFileState } from './state-file.ts';

/** `npm run sandbox -- --port 4100 --host ADDRESS --state FILE [--json]`: the sandbox alone on a port. */
try {
  endWithShell();
  const { port, host, state, json } = readArguments();
  const { url } = await listen(createSandbox(state === undefined ? {} : { state: await openFileState(state) }), port, host);
  console.log(json ? JSON.stringify({ ready: true, url, token: demoCompany.token }) : greeting(url));
} catch (error) {
  console.error(sentence(error));
  process.exit(1);
}

function greeting(url: string) {
  const places = simulations.map(({ basePath }) => `${url}${basePath}`).join(' and ');
  return `The sandbox answers at ${places}, token ${demoCompany.token}; control endpoints at ${url}/_sandbox/.`;
}

function readArguments() {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, host: { type: 'string' }, state: { type: 'string' }, json: { type: 'boolean' } },
  });
  const port = Number(values.port ?? '4100');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, not "${values.port}".`);
  return { port, host: values.host, state: values.state, json: values.json === true };
}

/** On one line. */
function sentence(error: unknown): string {
  const { code, message } =
    error instanceof Error ? (error as Error & { readonly code?: string }) : { code: '', message: String(error) };
  if (code === 'EADDRINUSE') return 'The port is in use already. Choose another with --port, or 0 for any free one.';
  if (code?.startsWith('ERR_PARSE_ARGS'))
    return `${message.split('\n')[0]} Usage: npm run sandbox -- [--port 4100] [--host 127.0.0.1] [--state FILE] [--json]`;
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return `The state file cannot be used: ${message}. Name another with --state.`;
  return message;
}
