import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintKey } from '../../core/access/keys.ts';
import { createScreen } from '../../server/cli/base/screen.ts';
import { formatTable, saySheet } from '../../server/cli/base/table.ts';
import { runCommandLine } from '../../server/cli/run.ts';
import { useCommandLine } from './cli-fixture.ts';

/** Whatever a terminal obeys; tabs and line ends are ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with the escape character.
const OWN_COLOURS = /\u001b\[(0|1|2|31|32|33|36)m/g;

const nasty = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    '\u001b',
    '[',
    ']',
    '8;;',
    '31m',
    '2J',
    '\u0007',
    '\r',
    '\n',
    '\u009b',
    '\u202e',
    '\u0000',
  ),
});

test('nothing that is said makes a terminal do more than write and colour', () => {
  let written = '';
  const out = { write: (text: string) => (written += text), isTTY: true, columns: 80 };
  fc.assert(
    fc.property(nasty, nasty, (one, two) => {
      written = '';
      const screen = createScreen(out, out, { json: false, env: { FORCE_COLOR: '1' } });
      for (const line of formatTable([[one, screen.paint.red(two), one]], { width: 80 }))
        screen.say(line);
      screen.complain(one);
      expect(written.replace(OWN_COLOURS, '').replaceAll('\r\n', '')).not.toMatch(OBEYED);
    }),
  );
});

test('a pipe gets whole names, a terminal as much as fits', () => {
  const named = (output: { readonly isTTY?: boolean; readonly columns?: number }): string => {
    let written = '';
    const out = { write: (text: string) => (written += text), ...output };
    saySheet(
      createScreen(out, out, { json: false, env: {} }),
      ['Name', 'Id', 'Time zone'],
      [['Sandbox Company Japan '.repeat(6), '1', 'Asia/Tokyo']],
    );
    return written;
  };
  expect(named({})).toContain('Sandbox Company Japan '.repeat(6).trim());
  expect(named({ isTTY: true, columns: 60 })).toContain('…');
});

test('help lists commands under headings, all in one column', async () => {
  const { out } = await new Promise<{ out: string }>((resolve) => {
    let said = '';
    void runCommandLine(
      ['--help'],
      {},
      { write: (text) => (said += text) },
      { write: () => undefined },
    ).then(() => resolve({ out: said }));
  });
  const headings = out.split('\n').filter((line) => /^[A-Z][a-z ]+$/.test(line));
  expect(headings).toEqual([
    'Start',
    'Launch',
    'Ads and accounts',
    'Rules and approvals',
    'Reports',
    'Conversions and leads',
    'Company',
    'Programs',
    'Installation',
    'Start here',
  ]);
});

describe('a name that holds commands for a terminal', () => {
  const { fixture, slipway } = useCommandLine();
  const name = 'Key \u001b]0;owned\u0007\u001b[31mred\u001b[0m\rover\u009b2J';

  test('is seen and not obeyed, in tables, refusals and JSON', async () => {
    // As names are that came before the API refused them, or from elsewhere.
    const { ports, companyId } = fixture();
    await ports.store.commit([(await mintKey(ports, companyId, { name })).write]);
    const listed = await slipway('keys', 'list');
    expect(listed.out).toContain('red');
    const told = await slipway('keys', 'list', '--json');
    const refused = await slipway('report', `act_${name}`);
    for (const text of [listed.out, told.out, refused.out, refused.err])
      expect(text).not.toMatch(OBEYED);
  });
});
