import type { InputOf } from '../../../../client/client.ts';
import type { DemoPart, House } from '../../part.ts';

async function keepReports({ client, stage }: House): Promise<void> {
  await client.savedReports.create({
    name: 'Last week by campaign',
    query: { accountIds: stage.account.id, groupBy: 'campaign' },
    period: 'last_7_days',
  } as InputOf<'savedReports.create'>);
}

export const demo: DemoPart = { furnish: keepReports };
