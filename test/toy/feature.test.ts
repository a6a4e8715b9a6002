import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { toySimulation } from '../../examples/platform/simulation.ts';
import { dayAgo } from '../machine-time.ts';
import { png } from '../samples/media.ts';
import { sightingKind, voyageKind } from './boats/boats.ts';
import { boatFeature } from './boats/feature.ts';
import { startToyService } from './service.ts';

let service: Awaited<ReturnType<typeof startToyService>>;
beforeAll(async () => {
  service = await startToyService(undefined, [boatFeature]);
});
afterAll(() => service.stop());

test('the product does not name it', () => {
  const root = join(import.meta.dirname, '../..');
  for (const folder of ['core', 'adapters', 'server', 'sheets-addon'])
    for (const file of readdirSync(join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    }).filter((each) => /\.tsx?$/.test(each)))
      expect([
        file,
        /\b(voyages?|sightings?)\b/i.test(readFileSync(join(root, folder, file), 'utf8')),
      ]).toEqual([file, false]);
});

test('its resource is made, listed, changed and taken away over the API, and stands in the reference', async () => {
  const made = await service.call('POST', '/v1/boats', { name: 'Argo', berth: 3 });
  expect(made).toMatchObject({ status: 201, body: { name: 'Argo', berth: 3 } });
  const path = `/v1/boats/${made.body.id}`;
  expect((await service.call('PATCH', path, { berth: 0 })).body.error.details).toMatchObject([
    { path: 'berth', message: 'Berths count from 1.' },
  ]);
  expect((await service.call('PATCH', path, { berth: 4 })).body).toMatchObject({
    name: 'Argo',
    berth: 4,
  });
  expect((await service.call('GET', '/v1/boats')).body.data).toMatchObject([
    { name: 'Argo', berth: 4 },
  ]);
  expect((await service.call('DELETE', path)).status).toBe(200);
  expect((await service.call('PATCH', path, { berth: 5 })).status).toBe(404);
  expect((await service.call('GET', '/openapi.json')).body.paths['/v1/boats/{id}']).toHaveProperty(
    'patch',
  );
});

test('webhooks can be called for its event, which is in the commit of the boat', async () => {
  const offered = (await service.call('GET', '/v1/webhooks/events?limit=100')).body.data;
  expect(offered).toContainEqual({ event: 'boat.berthed', words: 'A boat was given a berth' });
  const address = { url: 'https://hooks.example/boats' };
  expect(
    (await service.call('POST', '/v1/webhooks', { ...address, events: ['boat.sunk'] })).status,
  ).toBe(422);
  const webhook = await service.call('POST', '/v1/webhooks', {
    ...address,
    events: ['boat.berthed'],
  });
  expect(webhook.status).toBe(201);
  const { body: made } = await service.call('POST', '/v1/boats', { name: 'Argo', berth: 3 });
  const deliveries = await service.call('GET', `/v1/webhooks/${webhook.body.id}/deliveries`);
  expect(deliveries.body.data).toMatchObject([{ event: 'boat.berthed', eventId: made.id }]);
  await service.call('DELETE', `/v1/webhooks/${webhook.body.id}`);
  await service.call('DELETE', `/v1/boats/${made.id}`);
});

test('it warns of a launch, its document is committed with it, its job is carried out, and it hears how the launch ended', async () => {
  expect((await service.call('POST', '/v1/connections', connection)).status).toBe(201);
  const form = new FormData();
  form.append(
    'file',
    new File([new Uint8Array(await png(600, 600))], 'bear.png', { type: 'image/png' }),
  );
  const headers = { authorization: `Bearer ${service.adminKey}` };
  const uploaded = await service.app.request('/v1/media/upload', {
    method: 'POST',
    headers,
    body: form,
  });
  const { url } = (await uploaded.json()) as { url: string };
  const { account, adSetIds, fields } = toySimulation.stage;
  const ads = [
    { adName: 'Bear', adAccountId: account.id, adSets: [adSetIds[0]], media: [{ url }], ...fields },
  ];
  const warning = { path: 'ads[0]', code: 'no_boat' };
  const planned = await service.call('POST', '/v1/launch/plan', { ads });
  expect(planned.body.warnings).toContainEqual(expect.objectContaining(warning));
  const launched = await service.call('POST', '/v1/launch', { ads });
  expect(launched.body).toMatchObject({ success: true, totalAds: 1 });
  expect(launched.body.warnings).toContainEqual(expect.objectContaining(warning));

  const { store } = service.ports;
  const voyage = async () =>
    (await store.get(voyageKind, service.companyId, String(launched.body.adBatchId)))?.doc;
  expect(await voyage()).toMatchObject({ batchId: String(launched.body.adBatchId), ads: 1 });
  await expect.poll(voyage).toMatchObject({ state: 'logged' });
  await expect
    .poll(async () =>
      (await store.find(sightingKind, service.companyId, { limit: 10 })).items.map(
        ({ doc }) => doc.name,
      ),
    )
    .toEqual(['launch.finished']);
});

test('reports are grouped by it', async () => {
  await service.call('POST', '/v1/boats', { name: 'Old toy', berth: 1 });
  const listed = (await service.call('GET', '/v1/reports/fields')).body;
  expect(JSON.stringify(listed)).toContain('"name.boat"');
  const days = [6, 4].map((ago) => dayAgo(ago));
  const query = `accountIds=toy-one&startDate=${days[0]}&endDate=${days[1]}&metrics=spend&groupBy=name.boat`;
  expect((await service.call('GET', `/v1/reports/query?${query}`)).body.data).toMatchObject([
    { name: { boat: 'Old toy' }, spend: 3.5 },
  ]);
});

test('a service without it knows nothing of it', async () => {
  const other = await startToyService();
  try {
    expect((await other.call('GET', '/v1/boats')).status).toBe(404);
  } finally {
    await other.stop();
  }
});

const connection = { platform: 'tinker', credentials: { pass: demoCompany.token } };
