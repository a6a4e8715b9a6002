import type { Client } from '../../../client/client.ts';
import { EXIT } from '../../base/command.ts';
import type { Screen } from '../../base/screen.ts';
import { saySheet } from '../../base/table.ts';

/** `slipway report --fields`: what can be asked for, and of which platforms. */
export async function sayFields(screen: Screen, client: Client): Promise<number> {
  const fields = await client.reports.fields();
  screen.say(screen.paint.bold('  --metrics'));
  const metrics = fields.metrics.map(({ key, label, platforms }) => [key, label, platforms.join(', ')]);
  saySheet(screen, ['Figure', 'What it is', 'Platforms'], metrics);
  screen.say();
  screen.say(screen.paint.bold('  --by, --breakdowns'));
  const groups = fields.dimensions.map(({ key, label, platforms, offers }) => [
    key,
    label,
    offers === undefined
      ? (platforms?.join(', ') ?? 'all')
      : offers.map(({ platform, finest, mostDays }) => `${platform} (by ${finest}${daysOf(mostDays)})`).join(', '),
  ]);
  saySheet(screen, ['Grouping', 'What it is', 'Platforms'], groups);
  screen.tell(fields);
  return EXIT.ok;
}

const daysOf = (most: number | undefined): string => (most === undefined ? '' : `, ${most} day${most === 1 ? '' : 's'} at most`);
