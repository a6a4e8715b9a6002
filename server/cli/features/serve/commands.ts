import { type Command, placeFlags } from '../../base/command.ts';
import { endWithNode } from '../../base/in-bun.ts';

/** Reads the environment as `npm start` does. */
const serve: Command = {
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
    role: {
      type: 'string',
      what: 'all, or on a shared Postgres: api answers requests, worker carries out what they asked for',
    },
    ...placeFlags,
  },
  async run({ rest }) {
    endWithNode();
    process.argv = [...process.argv.slice(0, 2), ...rest];
    await import('../../../main.ts');
    return new Promise(() => undefined);
  },
};

export const commands: readonly Command[] = [serve];
