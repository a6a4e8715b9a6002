import { asking, minute } from '../../base/asking.ts';
import type { Command } from '../../base/command.ts';
import { sayTable } from '../../base/table.ts';

export const commands: readonly Command[] = [
  asking({
    name: 'grants end',
    summary: 'End the connection of a program at once, everywhere',
    usage: 'ID',
    words: ['Which program? `slipway grants` shows their ids.'],
    examples: ['slipway grants end grant_4fT…'],
    async ask(client, [id = '']) {
      await client.grants.end({ id });
      return { success: true, id };
    },
    show: ({ id }, screen) => screen.say(`  ${id} is ended.`),
  }),
  asking({
    name: 'grants',
    summary: 'List the programs that may act for you over MCP',
    usage: '[--everyone]',
    examples: ['slipway grants', 'slipway grants --everyone    # of the company: for admins'],
    flags: { everyone: { type: 'boolean', what: 'Those of all people and keys of the company' } },
    ask: (client, _, { flags }) =>
      client.grants.list({ limit: 200, ...(flags.everyone === true && { everyone: true }) }),
    show({ data }, screen) {
      if (data.length === 0) return screen.say('  No program is connected.');
      const rows = data.map((grant) => [
        grant.id,
        grant.client,
        grant.host,
        grant.holder.name,
        grant.may.join(','),
        minute(grant.lastUsedAt) ?? 'never',
        grant.expiresAt.slice(0, 10),
      ]);
      sayTable(screen, [
        ['id', 'program', 'at', 'acts for', 'may', 'last used', 'ends unused'],
        ...rows,
      ]);
    },
  }),
];
