// Launches on the platform of platform.ts, as the sandbox plays it:  bun main.ts For the real one:
// `createSlipway({ modules: [toy], platforms: 'live' })`, and its credentials as a connection.
import { createSlipway } from 'slipway';
import { toy } from './platform.ts';
import { toySimulation } from './simulation.ts';

const slipway = await createSlipway({ modules: [toy], simulations: [toySimulation] });
const { account, adSetIds, fields } = toySimulation.stage;
// The smallest picture there is.
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const { url } = await slipway.media.upload({
  name: 'bear.png',
  content: Buffer.from(picture, 'base64'),
});
const ad = {
  adName: 'Bear',
  adAccountId: account.id,
  adSets: [adSetIds[0]],
  media: [{ url }],
  ...fields,
};
const { adBatchId } = await slipway.launch({ ads: [ad] });
const { launchedAds, failedAds } = await slipway.finished(adBatchId);
const { data: platforms } = await slipway.platforms.list();
console.log(
  JSON.stringify({
    offered: platforms.some(({ id }) => id === 'toy'),
    launched: launchedAds.map(({ adName }) => adName),
    failed: failedAds.length,
  }),
);
await slipway.close();
