import { endWithShell } from '../adapters/runtime/end-with-shell.ts';
import { SlipwayError } from '../core/base/errors.ts';
import { settingsPages } from '../core/base/settings-pages.ts';
import { defaultLimits } from '../core/gate/limits.ts';
import { limitsInShort } from '../core/gate/words.ts';
import { type Ready, runProcess } from './local/process.ts';
import { type Config, ConfigFault, isWrongSetting, readConfig } from './process/config.ts';

/**
 * `npm start -- [--port 4000] [--data FOLDER] [--role all|api|worker] [--json]`: the service as a
 * process.
 */

async function start(): Promise<number> {
  endWithShell();
  const config = readConfig(process.argv.slice(2), process.env);
  return runProcess(config, true, (ready) => announce(config, ready));
}

function announce(config: Config, ready: Ready): void {
  if (config.json) {
    console.log(JSON.stringify({ ready: true, ...ready }));
    return;
  }
  if (config.role === 'worker') {
    console.log(
      `A worker of Slipway, ${ready.worker}. Its health is at ${ready.url}/v1/health, its metrics at ${ready.url}/metrics.`,
    );
    return;
  }
  console.log(
    `Slipway answers at ${ready.url}: open it in a browser, or read the reference at ${ready.url}/docs.`,
  );
  if (ready.sandboxUrl !== null) console.log(`The sandbox answers at ${ready.sandboxUrl}.`);
  console.log(
    ready.adminKey === null
      ? `Sign in with a key you have. None left? slipway keys create me --scopes admin --data ${JSON.stringify(config.data)}`
      : `Your admin key, shown only now: ${ready.adminKey}`,
  );
  if (ready.adminKey !== null) {
    const currencies = ['EUR', 'USD', 'JPY'].map((currency) => ({
      currency,
      limits: defaultLimits(currency),
    }));
    console.log(
      `Spending limits are on: ${limitsInShort(currencies)}; amounts in other currencies are compared by their worth. See and change them under ${settingsPages.limits} or with slipway guardrails; "slipway guardrails set --suggested" sets closer ones.`,
    );
  }
}

await start().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`Slipway could not start.\n${reasonOf(error)}\n`);
    process.exit(isWrongSetting(error) ? 2 : 1);
  },
);

function reasonOf(error: unknown): string {
  if (error instanceof ConfigFault || error instanceof SlipwayError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken, perhaps by another Slipway. Choose another with --port, or 0 for any free one.';
  return error.stack ?? error.message;
}
