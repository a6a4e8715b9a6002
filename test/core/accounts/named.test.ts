import { expect, test } from 'vitest';
import { accountCalled, inNames } from '../../../core/accounts/named.ts';

const accounts = [
  { id: 'act_1001', name: 'Harbour', platform: 'primary' },
  { id: '700100001', name: 'Harbour', platform: 'short-video' },
];
const labelOf = (platform: string) =>
  platform === 'primary' ? 'Primary (Meta)' : 'Short video (TikTok)';

test('an account is called by its name and platform', () => {
  expect(accounts.map((each) => accountCalled(each, labelOf))).toEqual([
    'Harbour (Meta)',
    'Harbour (TikTok)',
  ]);
});

test('a sentence names accounts and objects, and says each once', () => {
  const said =
    'Change a daily budget from 50 EUR to 80 EUR; at stake: 30 EUR a day, in act_1001, with no end set; ad set 120000001001200211 “Traffic” (now on); in act_1001 “Harbour”';
  expect(inNames(said, accounts, labelOf)).toBe(
    'Change a daily budget from 50 EUR to 80 EUR; at stake: 30 EUR a day, in Harbour (Meta), with no end set; ad set “Traffic” (now on)',
  );
});

test('what is no account of the company stays as it is, and so do numbers that hold an id', () => {
  expect(
    inNames('act_1002 spends 700100001 and 1700100001, 7001; ad 120000001', accounts, labelOf),
  ).toBe('act_1002 spends Harbour (TikTok) and 1700100001, 7001; ad 120000001');
});
