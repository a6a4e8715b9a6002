import { type Command, placeFlags } from '../../base/command.ts';
import { endWithNode } from '../../base/in-bun.ts';

/** A worker, and the sandbox alone. They read the environment as `npm start` does. */

export const workerCommand: Command = {
  name: 'worker',
  summary: 'Run a worker beside the service, on the same Postgres database',
  usage: '[--data FOLDER] [--port N]',
  notes: [
    'Launches, exports and reports are done by whichever worker is free; a worker that dies is replaced.',
    'With --port it answers /v1/health, /v1/health/live, /v1/health/ready and /metrics there, and nothing else.',
  ],
  examples: [
    'SLIPWAY_DATABASE=postgres://… SLIPWAY_SECRET=… SLIPWAY_PLATFORMS=live slipway worker',
    'slipway worker --port 4001    # where something looks after its health',
  ],
  flags: {
    port: { type: 'string', what: 'Port for health and metrics (none is opened)' },
    ...placeFlags,
  },
  async run({ flags, rest, env, screen }) {
    endWithNode();
    const { readConfig } = await import('../../../process/config.ts');
    const { runProcess } = await import('../../../local/process.ts');
    const config = readConfig([...rest, '--role', 'worker'], env);
    const { database } = config;
    const where =
      database.type === 'postgres' ? database.url.replace(/\/\/[^@/]*@/, '//…@') : database.path;
    const code = await runProcess(config, flags.port !== undefined, ({ worker, url }) => {
      screen.say(
        `Working on ${where} as ${worker}.${url === null ? '' : ` Health at ${url}/v1/health, metrics at ${url}/metrics.`}`,
      );
      screen.tell({ ready: true, worker, url });
    });
    // Timers must not keep the process.
    process.exit(code);
  },
};

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'Run the simulated platforms alone',
  usage:
    '[--port 4100] [--state FILE] [--today DAY] [--seed N] [--faults FILE] [--record FILE | --replay FILE]',
  notes: [
    'Every process of a service that rehearses on it has SLIPWAY_SANDBOX_URL set to its address. It needs no API key.',
    'The same seed, day and requests give the same answers. A request orders a fault for itself: X-Sandbox-Fault: answer-lost.',
  ],
  examples: [
    'slipway sandbox --state rehearsal.jsonl',
    'SLIPWAY_SANDBOX_URL=http://127.0.0.1:4100 slipway serve    # in another terminal',
    'slipway sandbox --today 2026-11-01 --seed 7 --record story.jsonl    # in a test',
    'slipway sandbox --replay story.jsonl                                # asks the same again, and says what differs',
    'slipway sandbox --host 0.0.0.0 --state rehearsal.jsonl    # for services on other machines of a network you trust',
  ],
  flags: {
    port: { type: 'string', what: 'Port to listen on (4100)' },
    host: { type: 'string', what: 'Address to listen on (127.0.0.1: this machine alone)' },
    state: { type: 'string', what: 'File to keep the simulated world in' },
    today: { type: 'string', what: 'Day on which simulated time begins, at noon UTC (now)' },
    seed: { type: 'string', what: 'Of figures and dice (1)' },
    latency: { type: 'string', what: 'Milliseconds until every answer (0)' },
    'late-days': { type: 'string', what: 'Days until the last conversions of a day are known (0)' },
    version: {
      type: 'string',
      what: 'The one version that platforms answer: meta=v25.0,google=v25',
    },
    faults: {
      type: 'string',
      what: 'File with a list of faults to order: [{ "fault": "answer-lost", "nth": 3 }]',
    },
    record: { type: 'string', what: 'File to write requests and answers to' },
    replay: {
      type: 'string',
      what: 'File of that kind: its requests are made again, and answers compared',
    },
  },
  async run({ rest }) {
    endWithNode();
    process.argv = [...process.argv.slice(0, 2), ...rest];
    const { serveSandbox } = await import('../../../local/sandbox.ts');
    await serveSandbox();
    return new Promise(() => undefined);
  },
};
