import { changesIn, type SentAd } from '../../../../core/launch/plan/changes.ts';
import type { Client } from '../../../client/client.ts';
import type { Screen } from '../../base/screen.ts';
import { sayTable } from '../../base/table.ts';
import type { Plan } from './plan.ts';

/** Names of ads that are written out for one ad set; the rest is counted. */
const NAMED = 3;

/** What a plan changes where: for each account and ad set, by their names, which ads it gets. */
export async function sayChanges(
  screen: Screen,
  client: Client,
  plan: Plan,
  ads: readonly SentAd[],
): Promise<void> {
  const accounts = (await client.accounts.list({ limit: 200 })).data;
  for (const { id, adSets } of changesIn(plan, ads)) {
    const account = accounts.find((each) => each.id === id || each.name === id);
    const labels = await labelsOf(client, account?.id ?? id);
    screen.say();
    screen.say(
      screen.paint.bold(`  ${account === undefined ? id : `${account.name} (${account.id})`}`),
    );
    const rows = adSets.map(({ id: adSet, made, names }) => [
      screen.paint.green('+'),
      labels.get(adSet) ?? (made === undefined ? adSet : `${made}, new`),
      `${names.length} ad${names.length === 1 ? '' : 's'}: ${shortened(names)}`,
    ]);
    sayTable(screen, rows, { fits: true });
  }
}

const shortened = (names: readonly string[]): string =>
  names.length > NAMED
    ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
    : names.join(', ');

/** Ad sets by id, with the campaign each is in. Where they cannot be read they are shown by id. */
async function labelsOf(client: Client, accountId: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { data } = await client.reports.adSets({ accountId, limit: 200 });
    return new Map(
      data.map(({ value, label, campaign }) => [value, `${label} (${value}), ${campaign.name}`]),
    );
  } catch {
    return new Map();
  }
}
