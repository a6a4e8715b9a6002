import { hasPooler } from '../postgres/pooler.ts';
import { findPostgres } from '../postgres/server.ts';
import { browserAdvice, findBrowser } from './browser.ts';
import { hasDeno } from './deno.ts';
import { findInspector } from './inspector.ts';
import { hasPromtool } from './promtool.ts';

/**
 * A program that tests need and a machine may lack. Tests that need it carry its name as their tag.
 */
export interface Tool {
  readonly name: 'browser' | 'postgres' | 'pgbouncer' | 'promtool' | 'deno' | 'inspector';
  /** As in “28 tests need …”. */
  readonly what: string;
  readonly found: boolean;
  /** How to get it on this machine. */
  readonly advice: string;
}

/**
 * Looks for all of them. SLIPWAY_TEST_WITHOUT names those to do without, as on a machine that has
 * none: `browser,deno`.
 */
export async function findTools(
  env: { readonly [name: string]: string | undefined } = process.env,
): Promise<Tool[]> {
  const without = (env.SLIPWAY_TEST_WITHOUT ?? '').split(',').map((name) => name.trim());
  const here = `${process.platform} on ${process.arch}`;
  const unavailable = `nothing can be done where npm has none for the system (${here}); elsewhere npm ci brings it`;
  const tools: Tool[] = [
    {
      name: 'browser',
      what: 'a browser',
      found: (await findBrowser()) !== undefined,
      advice: browserAdvice(process.platform),
    },
    {
      name: 'postgres',
      what: 'Postgres',
      found: (await findPostgres()) !== undefined,
      advice: unavailable,
    },
    {
      name: 'pgbouncer',
      what: 'PgBouncer',
      found: hasPooler(),
      advice:
        process.platform === 'darwin' ? 'brew install pgbouncer' : 'sudo apt-get install pgbouncer',
    },
    {
      name: 'promtool',
      what: 'promtool, of Prometheus',
      found: hasPromtool(),
      advice:
        process.platform === 'darwin'
          ? 'brew install prometheus'
          : 'sudo apt-get install prometheus',
    },
    { name: 'deno', what: 'Deno', found: hasDeno(), advice: unavailable },
    {
      name: 'inspector',
      what: 'the Inspector of the Model Context Protocol',
      found: findInspector(env) !== undefined,
      advice:
        'npm i @modelcontextprotocol/inspector in another folder, and name the folder of the package in SLIPWAY_INSPECTOR',
    },
  ];
  return tools.map((tool) => (without.includes(tool.name) ? { ...tool, found: false } : tool));
}
