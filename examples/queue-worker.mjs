// A worker of a queue you have: a message that is delivered twice is launched once, and one that is refused is put aside.
//   node queue-worker.mjs postgres://…    without an address everything is in memory
import sharp from 'sharp';
import { createSlipway, SlipwayError } from 'slipway';

const [database] = process.argv.slice(2);
// Several workers on one Postgres share folder and secret, or a bucket as `media`.
const slipway = await createSlipway(
  database ? { database, folder: 'slipway-data', secret: process.env.SLIPWAY_SECRET } : {},
);

/** What resolves may be deleted from the queue; what rejects is delivered again. */
async function handle({ id, ads }) {
  try {
    // The key makes a second delivery answer what the first one did.
    const { adBatchId } = await slipway.launch({ ads }, { idempotencyKey: id });
    const { launchedAds, failedAds } = await slipway.finished(adBatchId);
    return { adBatchId, launched: launchedAds.length, failed: failedAds.length };
  } catch (error) {
    // A limit or an outage passes. What is wrong with the message does not: a person has to look at it.
    if (!(error instanceof SlipwayError) || error.status === 429 || error.status >= 500)
      throw error;
    return { refused: error.details.map(({ path }) => path) };
  }
}

// Messages as your queue would deliver them, for a simulated account.
const accounts = (await slipway.accounts.list()).data;
const account = accounts.find(
  ({ platform, status }) => platform === 'primary' && status === 'active',
);
const [adSet] = (
  await slipway.reports.adSets({ accountId: account.id, status: 'ACTIVE', limit: 1 })
).data;
const [profile] = (await slipway.accounts.profiles({ accountId: account.id })).data;
const content = await sharp({
  create: { width: 1080, height: 1080, channels: 3, background: '#0a6b6b' },
})
  .png()
  .toBuffer();
const { url } = await slipway.media.upload({ name: 'harbour.png', content });
const ad = {
  adName: 'Harbour',
  adAccountId: account.id,
  adSets: [adSet.value],
  page: profile.page,
  secondary: profile.secondary,
  title: 'All aboard',
  link: 'https://example.com/harbour',
  media: [{ url }],
};
const first = await handle({ id: 'message-1', ads: [ad] });
const again = await handle({ id: 'message-1', ads: [ad] });
const wrong = await handle({ id: 'message-2', ads: [{ ...ad, link: 'nowhere' }] });
console.log(
  JSON.stringify({
    launched: first.launched,
    same: again.adBatchId === first.adBatchId,
    refused: wrong.refused,
  }),
);
await slipway.close();
