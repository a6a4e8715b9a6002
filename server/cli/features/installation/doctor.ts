import { counted } from '../../../../core/base/counted.ts';
import { defined } from '../../../../core/base/defined.ts';
import { doctorPage } from '../../../../core/base/doc-pages.ts';
import { limitsInShort } from '../../../../core/gate/words.ts';
import { type AnswerOf, ApiError, clientOver } from '../../../client/client.ts';
import { httpAnswerOf, openConnection } from '../../../client/connection.ts';
import { readJson } from '../../../client/read-answer.ts';
import { NOT_YET } from '../../../local/doctor/check.ts';
import { type Command, EXIT, serviceFlags, text } from '../../base/command.ts';
import type { Check, CompanyChecks } from '../../base/company-checks.ts';
import { platformWords } from '../../base/given.ts';
import { keyOf, readSafely, urlOf } from '../../base/service.ts';
import { sayTable } from '../../base/table.ts';

const ELSEWHERE = 'not here: the service that answers has its own (--data looks at a folder)';

/** @param others what features say of a company to a key that administers it */
export const doctorCommand = (others: readonly CompanyChecks[]): Command => ({
  name: 'doctor',
  summary: 'Look at configuration, database, media store and platform tokens; say what to do',
  usage: '[--data FOLDER] [--url URL --key KEY]',
  notes: [
    'Run it with the environment of the service. With a key it also asks the running service.',
  ],
  examples: [
    'slipway doctor',
    'SLIPWAY_KEY=ak_… slipway doctor --url https://ads.example.com',
    'slipway doctor --json | jq .checks',
  ],
  flags: { ...serviceFlags, data: { type: 'string', what: 'Folder of the service (.slipway)' } },
  async run({ flags, env, screen }) {
    const { checkInstallation } = await import('../../../local/doctor/checks.ts');
    const data = text(flags.data);
    const checks: Check[] = await checkInstallation(
      data === undefined ? [] : ['--data', data],
      env,
    );
    const key = keyOf(flags, env);
    const url = urlOf(flags, env);
    if (key !== undefined) {
      const service = await checkService(url, key, others);
      const isElsewhere = service.some(({ name, ok }) => name === 'key' && ok);
      // The service that was asked keeps its things elsewhere: what is not here is none of its
      // concern.
      if (isElsewhere)
        for (const [i, check] of checks.entries())
          if (check.found.endsWith(NOT_YET))
            checks[i] = { ...check, found: ELSEWHERE, aside: true };
      checks.push(...service);
    }
    // A folder without an installation says nothing about the one that runs.
    else if (checks.some(({ found }) => found === NOT_YET)) checks.push(await checkRunning(url));
    const { paint } = screen;
    const markOf = (ok: boolean, isRemark: boolean, isAside: boolean): string =>
      isAside
        ? paint.dim('–')
        : ok
          ? isRemark
            ? paint.yellow('!')
            : paint.green('✓')
          : paint.red('✗');
    const rows = checks.flatMap(({ name, ok, found, fix, aside }) => [
      [markOf(ok, fix !== undefined, aside === true), name, found],
      ...(fix === undefined ? [] : [['', '', `→ ${fix} See /docs/${doctorPage(name)}.`]]),
    ]);
    sayTable(screen, rows);
    const healthy = checks.every(({ ok }) => ok);
    screen.say();
    const nothing = checks.some(
      ({ name, ok, fix }) => name === 'service' && ok && fix !== undefined && key === undefined,
    );
    screen.say(
      nothing
        ? paint.yellow('  Nothing that runs was looked at: see what is marked !.')
        : healthy
          ? paint.green(
              checks.some(({ aside }) => aside)
                ? `  All is well with the service at ${url}.`
                : '  All is well.',
            )
          : paint.red('  Something needs you: see what is marked ✗.'),
    );
    screen.tell({
      success: healthy,
      checks: checks.map((each) => (each.fix ? { ...each, page: doctorPage(each.name) } : each)),
    });
    return healthy ? EXIT.ok : EXIT.failed;
  },
});

function limitsCheck({ accounts }: AnswerOf<'guardrails.get'>): Check {
  if (accounts.length === 0)
    return { name: 'limits', ok: true, found: 'hold from the first ad account that is connected' };
  const untouched = accounts.every(({ source }) => source === 'default');
  return {
    name: 'limits',
    ok: true,
    found: `${limitsInShort(accounts)}${untouched ? '; these are defaults' : ''} (slipway guardrails)`,
  };
}

/** What the service says of itself; no operation. */
interface Health {
  readonly status: string;
  readonly waiting?: readonly { readonly message: string }[];
  readonly dead?: readonly { readonly message: string }[];
}

/** Whether a service answers where one is expected, asked without a key. */
async function checkRunning(url: string): Promise<Check> {
  const answer = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  if (answer?.ok === true)
    return {
      name: 'service',
      ok: true,
      found: `${url} answers; this folder is not its own`,
      fix: 'Give --key (SLIPWAY_KEY) to look at the service that runs, or --data with its folder.',
    };
  return {
    name: 'service',
    ok: true,
    found: `nothing is in this folder, and no service answers at ${url}`,
    fix: 'Start it here with `slipway serve`, or name it: --data FOLDER, --url URL --key KEY.',
  };
}

async function checkService(
  url: string,
  key: string,
  others: readonly CompanyChecks[],
): Promise<Check[]> {
  // How it is now, not after a while.
  const connection = openConnection({ url, key, parse: readSafely, retries: 0 });
  const client = clientOver(connection);
  try {
    const health = await connection.send(
      { method: 'GET', path: '/v1/health', takesKey: false },
      async (response) => {
        // The schema is in server/routes/about.ts.
        return readJson(await httpAnswerOf(response), 'its health', connection) as Health;
      },
    );
    const notes = [...(health.waiting ?? []), ...(health.dead ?? [])].map(({ message }) => message);
    const me = await client.me();
    const checks: Check[] = [
      {
        name: 'service',
        ok: health.status === 'ok',
        found: `${url}: ${health.status}`,
        ...(notes.length > 0 && { fix: notes.join(' ') }),
      },
      { name: 'key', ok: true, found: `${me.company.name}, may ${me.key.scopes.join(', ')}` },
    ];
    checks.push(limitsCheck(await client.guardrails.get()));
    if (!me.key.scopes.includes('admin')) return checks;
    const [{ data }, { nameOf }] = await Promise.all([
      client.connections.testAll(),
      platformWords(client),
    ]);
    const noticesOf = new Map(
      (await client.connections.list()).data.map(({ id, notices }) => [id, notices]),
    );
    for (const { id, name, platform, ok, adAccounts, problem } of data) {
      const notices = noticesOf.get(id)?.join(' ') || undefined;
      checks.push({
        name: `connection ${name}`,
        ok,
        found: problem?.message ?? `${nameOf(platform)}, ${counted(adAccounts, 'ad account')}`,
        ...defined({ fix: problem?.fix ?? notices }),
      });
    }
    for (const checksOf of others) checks.push(...(await checksOf(client)));
    return checks;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fix =
      error.status === 0
        ? 'Start it with `slipway serve`, or correct --url.'
        : error.status === 401 || error.status === 403
          ? 'See `slipway keys create --help` for a new key.'
          : 'Look at the other checks and at the log of the service.';
    return [{ name: 'service', ok: false, found: error.message, fix }];
  }
}
