// Launch, watch, report, copy and undo: the whole job inside your own program.
// Runs as it is in Bun, Deno and Node:  bun launch.mjs  |  deno run -A launch.mjs  |  node launch.mjs
import sharp from 'sharp';
import { createSlipway, SlipwayError } from 'slipway';

// Without options: everything in memory, on simulated platforms. `sqlite:FILE` keeps it; `platforms: 'live'` spends money.
const slipway = await createSlipway({ database: process.argv[2] ?? 'memory' });

// What there is to launch into.
const account = (await slipway.accounts.list()).data.find(
  ({ platform, status }) => platform === 'primary' && status === 'active',
);
const ofCampaign = {
  accountId: account.id,
  campaignId: '120000001001100002',
  status: 'ACTIVE',
  limit: 1,
};
const [adSet] = (await slipway.reports.adSets(ofCampaign)).data;
const [profile] = (await slipway.accounts.profiles({ accountId: account.id })).data;
const picture = await sharp({
  create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' },
})
  .png()
  .toBuffer();
const { url } = await slipway.media.upload({ name: 'harbour.png', content: picture });

const ad = {
  adName: 'Harbour {{index}}',
  adAccountId: account.id,
  adSets: [adSet.value],
  page: profile.page,
  secondary: profile.secondary,
  title: 'All aboard',
  link: 'https://example.com/harbour',
  media: [{ url }],
};

// Faults come all at once, each with its place and what to do; nothing was created.
const refused = await slipway.plan({ ads: [ad, { ...ad, link: 'nowhere' }] }).catch((error) => {
  if (!(error instanceof SlipwayError)) throw error;
  return error.details.map(({ path }) => path);
});

// The plan says what it will cost; launching with its digest does exactly that.
const plan = await slipway.plan({ ads: [ad, ad] });
const { adBatchId } = await slipway.launch({ ads: [ad, ad], planDigest: plan.digest });
const status = await slipway.finished(adBatchId);

const copies = await slipway.manage.duplicateAdSet({
  businessId: account.id,
  adsetId: adSet.value,
  copyCount: 2,
  deepCopy: false,
});
const report = await slipway.reports.query({
  accountIds: account.id,
  startDate: '2026-10-01',
  endDate: '2026-10-07',
  groupBy: 'campaignName',
});
const { undo } = await slipway.batches.undo({ id: adBatchId, mode: 'delete' });

console.log(
  JSON.stringify({
    refused,
    calls: plan.cost.platformCalls,
    launched: status.launchedAds.map(({ adName }) => adName),
    copies: copies.successCount,
    rows: report.data.length,
    undo: undo.mode,
  }),
);
await slipway.close();
