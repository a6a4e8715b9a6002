import { hostname } from 'node:os';
import { type Command, EXIT, UsageFault } from './command.ts';

/** The commands that stay: the service, a worker beside it, the sandbox alone. They read the environment as `npm start` does. */

const places = {
  data: { type: 'string', what: 'Folder for everything the service keeps (.slipway)' },
} as const;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the service: API, dashboard and workers in one process',
  usage: '[--port 4000] [--data FOLDER] [--role all|api|worker]',
  notes: [
    'Without configuration: one SQLite file and simulated platforms. SLIPWAY_DATABASE=postgres://… for several',
    'machines; SLIPWAY_PLATFORMS=live for real accounts. `slipway doctor` says what is missing.',
  ],
  examples: [
    'slipway serve                                    # try it on http://127.0.0.1:4000',
    'slipway serve --port 8080 --data /var/lib/slipway',
    'SLIPWAY_PLATFORMS=live SLIPWAY_PUBLIC_URL=https://ads.example.com slipway serve',
  ],
  flags: {
    port: { type: 'string', what: 'Port to listen on (SLIPWAY_PORT, PORT, 4000)' },
    role: { type: 'string', what: 'all, or on a shared Postgres: api answers requests, worker carries out what they asked for' },
    ...places,
  },
  async run({ rest }) {
    process.argv = [...process.argv.slice(0, 2), ...rest];
    await import('../main.ts');
    return new Promise(() => undefined);
  },
};

export const workerCommand: Command = {
  name: 'worker',
  summary: 'Run a worker beside the service, on the same Postgres database',
  usage: '[--data FOLDER]',
  notes: ['Launches, exports and reports are done by whichever worker is free; a worker that dies is replaced.'],
  examples: ['SLIPWAY_DATABASE=postgres://… SLIPWAY_SECRET=… SLIPWAY_PLATFORMS=live slipway worker'],
  flags: places,
  async run({ rest, env, screen }) {
    const { readConfig } = await import('../config.ts');
    const { openWorker } = await import('../local/worker.ts');
    const config = readConfig([...rest, '--role', 'worker'], env);
    if (config.database.type !== 'postgres')
      throw new UsageFault('A worker shares a database with the service: set SLIPWAY_DATABASE=postgres://… for both.');
    const worker = await openWorker(config);
    const asked = new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve);
    });
    screen.say(`Working on ${config.database.url.replace(/\/\/[^@/]*@/, '//…@')} as ${hostname()}:${process.pid}.`);
    screen.tell({ ready: true, worker: `${hostname()}:${process.pid}` });
    await asked;
    await worker.stop();
    return EXIT.ok;
  },
};

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'Run the simulated platforms alone',
  usage: '[--port 4100] [--host 127.0.0.1] [--state FILE]',
  notes: [
    'Every process of a service that rehearses on it has SLIPWAY_SANDBOX_URL set to its address. It asks nobody for a key.',
  ],
  examples: [
    'slipway sandbox --state rehearsal.jsonl',
    'SLIPWAY_SANDBOX_URL=http://127.0.0.1:4100 slipway serve    # in another terminal',
    'slipway sandbox --host 0.0.0.0 --state rehearsal.jsonl    # for services on other machines of a network you trust',
  ],
  flags: {
    port: { type: 'string', what: 'Port to listen on (4100)' },
    host: { type: 'string', what: 'Address to listen on (127.0.0.1: this machine alone)' },
    state: { type: 'string', what: 'File to keep the simulated world in' },
  },
  async run({ rest }) {
    process.argv = [...process.argv.slice(0, 2), ...rest];
    const { serveSandbox } = await import('../local/sandbox.ts');
    await serveSandbox();
    return new Promise(() => undefined);
  },
};
