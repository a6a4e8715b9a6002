// `node --test uploader.test.mjs` fails for the uploader as it is, and passes with CAREFUL=1.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox, listen } from 'slipway-sandbox';
import { upload } from './uploader.mjs';

test('a lost answer makes no second ad', async () => {
  const sandbox = createSandbox({ today: '2026-11-01' });
  const { url, stop } = await listen(sandbox, 0);
  const [graph, token, account] = [`${url}/meta/v25.0`, 'sandbox-token', 'act_1001'];
  const read = async (path) =>
    (
      await fetch(`${graph}/${account}/${path}`, { headers: { authorization: `Bearer ${token}` } })
    ).json();
  const control = async (path, body) =>
    (
      await fetch(`${url}/_sandbox/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
    ).json();
  try {
    const [page] = (await read('promote_pages')).data;
    const [image] = (await read('adimages?fields=hash')).data;
    const [adset_id] = (await control('ad-sets', { platform: 'meta' })).adSetIds;
    const link_data = { link: 'https://harbour.example', image_hash: image.hash };
    const creative = { object_story_spec: { page_id: page.id, link_data } };

    await control('faults', { fault: 'answer-lost', method: 'POST', path: '/*/ads', times: 1 });
    const row = { account, name: 'Coat, grey', adset_id, status: 'PAUSED', creative };
    await upload([row], { url: graph, token, careful: process.env.CAREFUL === '1' });

    const { list } = await control('objects?kind=ads');
    assert.equal(list.ads.filter(({ name }) => name === 'Coat, grey').length, 1);
  } finally {
    await stop();
    sandbox.close();
  }
});
