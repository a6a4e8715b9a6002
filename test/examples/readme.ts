/**
 * The program of docs/tutorials/embed.md as a whole one: after what it takes for granted (`ads`,
 * `app`), and followed by a look at what it has done for both companies. On SQLite word for word;
 * in memory with that one word changed.
 */
export function readmeProgram(page: string, database: 'sqlite' | 'memory'): string {
  const [, program = ''] = /```ts\n(import \{ createSlipway \}[^`]*)```/.exec(page) ?? [];
  const [imports = '', , opening = '', ...lines] = program.split('\n');
  const opened = `${opening}\nconst ads = await adsFor(slipway);`.replace(
    "'sqlite:slipway.db'",
    "'memory'",
  );
  return `
import { Hono } from 'hono';
import sharp from 'sharp';
${imports}
process.chdir(process.argv[2]);
async function adsFor(slipway) {
  const [profile] = (await slipway.accounts.profiles({ accountId: 'act_1001' })).data;
  const of = { accountId: 'act_1001', campaignId: '120000001001100002', status: 'ACTIVE', limit: 1 };
  const [adSet] = (await slipway.reports.adSets(of)).data;
  const picture = sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' } });
  const { url } = await slipway.media.upload({ name: 'boat.png', content: await picture.png().toBuffer() });
  return [{ adName: 'Boat', adAccountId: 'act_1001', adSets: [adSet.value], ...profile, link: 'https://example.com', media: [{ url }] }];
}
const app = new Hono();
${database === 'sqlite' ? `${EARLIER}\n${opening}` : opened}
${lines.join('\n')}
console.log(JSON.stringify({
  launched: launchedAds.map(({ adName }) => adName),
  failed: failedAds.length,
  hasReport: report.data.length > 0,
  ${database === 'sqlite' ? 'sameCompany: slipway.companyId === before.companyId,' : ''}
  batches: [(await slipway.batches.list()).data.length, (await tenant.batches.list()).data.length],
  tenantHasAccounts: (await tenant.accounts.list()).data.length > 0,
  mounted: (await app.request('/ads/v1/me')).status,
}));
await slipway.close();
`;
}

/** An installation that has run before, with companies of its own. */
const EARLIER = `
const before = await createSlipway({ database: 'sqlite:slipway.db' });
const ads = await adsFor(before);
for (let i = 0; i < 4; i++) await before.companies.create({ name: 'Earlier customer ' + i, sandbox: true });
await before.close();`;

/** What the program says when all went well. */
export const README_SAID = {
  launched: ['Boat'],
  failed: 0,
  hasReport: true,
  batches: [1, 0],
  tenantHasAccounts: true,
  mounted: 401,
};
