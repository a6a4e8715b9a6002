import { limitsInShort } from '../../core/guard/words.ts';
import type { GuardrailsAnswer } from '../../core/schema/guardrails.ts';
import { createClient, Refusal } from './client.ts';
import { type Command, EXIT, serviceFlags, text } from './command.ts';
import { formatTable } from './table.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly fix?: string;
}

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Look at configuration, database, media store and platform tokens; say what to do',
  usage: '[--data FOLDER] [--url URL --key KEY]',
  notes: ['Run it with the environment of the service. With a key it also asks the running service.'],
  examples: [
    'slipway doctor',
    'SLIPWAY_KEY=ak_… slipway doctor --url https://ads.example.com',
    'slipway doctor --json | jq .checks',
  ],
  flags: { ...serviceFlags, data: { type: 'string', what: 'Folder of the service (.slipway)' } },
  async run({ flags, env, screen }) {
    const { checkInstallation } = await import('../local/checks.ts');
    const data = text(flags.data);
    const checks: Check[] = await checkInstallation(data === undefined ? [] : ['--data', data], env);
    const key = text(flags.key) ?? env.SLIPWAY_KEY;
    if (key !== undefined && key !== '')
      checks.push(...(await checkService(text(flags.url) ?? env.SLIPWAY_URL ?? 'http://127.0.0.1:4000', key)));
    const { paint } = screen;
    const rows = checks.flatMap(({ name, ok, found, fix }) => [
      [ok ? (fix === undefined ? paint.green('✓') : paint.yellow('!')) : paint.red('✗'), name, found],
      ...(fix === undefined ? [] : [['', '', `→ ${fix}`]]),
    ]);
    for (const line of formatTable(rows, { width: screen.columns })) screen.say(line);
    const healthy = checks.every(({ ok }) => ok);
    screen.say();
    screen.say(healthy ? paint.green('  All is well.') : paint.red('  Something needs you: see what is marked ✗.'));
    screen.tell({ success: healthy, checks });
    return healthy ? EXIT.ok : EXIT.failed;
  },
};

function limitsCheck({ accounts }: GuardrailsAnswer): Check {
  if (accounts.length === 0) return { name: 'limits', ok: true, found: 'hold from the first ad account that is connected' };
  const untouched = accounts.every(({ source }) => source === 'default');
  return {
    name: 'limits',
    ok: true,
    found: `${limitsInShort(accounts)}${untouched ? '; these are defaults' : ''} (slipway guardrails)`,
  };
}

async function checkService(url: string, key: string): Promise<Check[]> {
  const client = createClient({ url, key });
  try {
    const health = await client.get<{ status: string; waiting?: { message: string }[]; dead?: { message: string }[] }>(
      '/v1/health',
    );
    const notes = [...(health.waiting ?? []), ...(health.dead ?? [])].map(({ message }) => message);
    const me = await client.get<{ company: { name: string }; key: { scopes: string[] } }>('/v1/me');
    const checks: Check[] = [
      {
        name: 'service',
        ok: health.status === 'ok',
        found: `${url}: ${health.status}`,
        ...(notes.length > 0 && { fix: notes.join(' ') }),
      },
      { name: 'key', ok: true, found: `${me.company.name}, may ${me.key.scopes.join(', ')}` },
    ];
    checks.push(limitsCheck(await client.get<GuardrailsAnswer>('/v1/guardrails')));
    if (!me.key.scopes.includes('admin')) return checks;
    const { data } = await client.get<{ data: { id: string; name: string; platform: string }[] }>('/v1/connections');
    for (const { id, name, platform } of data) {
      const tested = await client.send<{ ok: boolean; adAccounts: number; problem: { message: string; fix?: string } | null }>(
        'POST',
        `/v1/connections/${id}/test`,
      );
      checks.push({
        name: `connection ${name}`,
        ok: tested.ok,
        found: tested.problem?.message ?? `${platform}, ${tested.adAccounts} ad accounts`,
        ...(tested.problem?.fix && { fix: tested.problem.fix }),
      });
    }
    return checks;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fix =
      error.status === 0 ? 'Start it with `slipway serve`, or correct --url.' : 'See `slipway keys create --help` for a new key.';
    return [{ name: 'service', ok: false, found: error.message, fix }];
  }
}
