import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createClient, eur } from './client.ts';

test('a lead form is made with its questions and a privacy policy, and takes leads', async () => {
  const client = createClient();
  const questions = [
    { type: 'EMAIL' },
    { type: 'CUSTOM', key: 'size', label: 'How many?', options: [{ key: 'a', value: 'one' }] },
  ];
  const form = {
    name: 'Made',
    questions,
    privacy_policy: { url: 'https://shop.example/privacy', link_text: 'Privacy' },
  };
  const lacking = await client.post(`/${seed.page}/leadgen_forms`, {
    ...form,
    privacy_policy: undefined,
  });
  expect(lacking.body.error).toMatchObject({ code: 100, error_subcode: 1892075 });
  const { id } = (await client.post(`/${seed.page}/leadgen_forms`, form)).body;
  const fields = 'name,status,questions,privacy_policy_url,leads_count';
  expect((await client.get(`/${id}`, { fields })).body).toMatchObject({
    name: 'Made',
    status: 'ACTIVE',
    questions: [
      { key: 'email', type: 'EMAIL' },
      { key: 'size', type: 'CUSTOM', label: 'How many?' },
    ],
    privacy_policy_url: 'https://shop.example/privacy',
    leads_count: 0,
  });
  expect((await client.post(`/${id}/test_leads`, {})).status).toBe(200);
});

test('an audience and a pixel are made, and stand in their lists', async () => {
  const client = createClient();
  const made = {
    customaudiences: {
      name: 'Buyers',
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
    },
    adspixels: { name: 'Shop' },
  };
  for (const [edge, body] of Object.entries(made)) {
    const { id } = (await client.post(`/${eur}/${edge}`, body)).body;
    const { data } = (await client.get(`/${eur}/${edge}`, { fields: 'id,name', limit: 200 })).body;
    expect(data).toContainEqual({ id, name: body.name });
  }
  expect(
    (await client.post(`/${eur}/customaudiences`, { name: 'No source' })).body.error.code,
  ).toBe(100);
  const both = { name: 'Visitors', rule: '{}', subtype: 'CUSTOM' };
  expect((await client.post(`/${eur}/customaudiences`, both)).body.error.code).toBe(2654);
});

test('leads are listed by the ad that they came by', async () => {
  const client = createClient();
  const ad = (await client.get(`/${eur}/ads`, { fields: 'id', limit: 1 })).body.data[0].id;
  expect((await client.get(`/${ad}/leads`)).body.data).toEqual([]);
});
