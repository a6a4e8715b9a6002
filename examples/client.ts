// A program that uses a service elsewhere, with types:  SLIPWAY_KEY=ak_… bun client.ts
// https://ads.example.com Runs in Bun, Deno and Node 22.18 or newer.
import { ApiError, createClient } from 'slipway/client';

const client = createClient({
  url: process.argv[2] ?? 'http://127.0.0.1:4000',
  key: process.env.SLIPWAY_KEY ?? '',
});

const { data: accounts } = await client.accounts.list({ limit: 200 });
const account = accounts.find(
  ({ platform, status }) => platform === 'primary' && status === 'active',
);
if (account === undefined) throw new Error('There is no active account.');
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const report = await client.reports.query({
  accountIds: account.id,
  startDate: dayBefore(7),
  endDate: dayBefore(1),
  groupBy: 'campaignName',
});

// Every fault comes with its place; nothing was created.
const refused = await client
  .plan({ ads: [{ adName: 'Boat', adAccountId: account.id, link: 'nowhere' }] })
  .then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return error.details.map(({ path }) => path);
    },
  );
console.log(JSON.stringify({ accounts: accounts.length, rows: report.data.length, refused }));
