import { expect, test } from 'vitest';
import { linkedinAtSandbox } from './linkedin-at-sandbox.ts';

test('answers are named by the questions of their form, and choices by their words', async () => {
  const at = await linkedinAtSandbox();
  const [form] = await at.platform.leads.forms(at.access);
  if (form === undefined) throw new Error('the account has a form');
  const read = () => at.platform.leads.page(at.access, form, { since: 0, limit: 100 });
  expect((await read()).data).toEqual([]);
  await at.control('POST', 'leads', { platform: 'linkedin', count: 2 });
  const before = at.sent.length;
  const { data } = await read();
  expect(data).toHaveLength(2);
  for (const { answers } of data)
    expect(Object.fromEntries(answers.map(({ name, values }) => [name, values.join()]))).toEqual({
      fullName: expect.stringMatching(/\w/),
      email: expect.stringContaining('@'),
      phone: expect.stringMatching(/\d/),
      companySize: '11 to 200',
    });
  // The leads and the forms, whatever their number.
  expect(at.sent.length - before).toBe(2);
});
