import { expect, test } from 'vitest';
import { checkAd } from '../../../adapters/platforms/meta/check.ts';
import { image, video } from '../../../adapters/testing/test-media.ts';
import type { LaunchAd } from '../../../core/ports/launch-ad.ts';
import type { AdSetFacts } from '../../../core/ports/platform-launch.ts';
import { adOf, type MetaAtSandbox } from './meta-at-sandbox.ts';

const at = {
  access: { adAccountId: 'act_1' },
  ids: { page: '1', profile: '2' },
} as unknown as MetaAtSandbox;
const faults = (more: Partial<LaunchAd>) =>
  checkAd(adOf(at, more)).map(({ path, code }) => [path, code]);

test('a good ad has no faults', () => {
  for (const type of ['single', 'multi', 'carousel', 'flexible'] as const)
    expect(faults({ type })).toEqual([]);
});

test('an unknown call to action is named, with what comes close', () => {
  const [fault] = checkAd(adOf(at, { cta: 'WATCH_NOW' }));
  expect(fault).toMatchObject({
    path: 'ads[0].cta',
    code: 'call_to_action',
    message: expect.stringContaining('WATCH_MORE'),
  });
  expect(faults({ cta: 'nonsense' })).toEqual([['ads[0].cta', 'call_to_action']]);
});

test('a link is asked for where the destination, the goal or the objective of an ad set asks, and the fault says which', () => {
  const { link: _link, ...ad } = adOf(at);
  const asked = (adSet: Partial<AdSetFacts>, more: Partial<LaunchAd> = {}) =>
    checkAd({ ...ad, ...more }, [{ id: '1', name: 'Set', objective: 'OUTCOME_TRAFFIC', ...adSet }]);
  for (const type of ['single', 'multi', 'flexible'] as const) {
    expect(asked({ destinationType: 'WEBSITE', optimizationGoal: 'REACH' }, { type })).toEqual([
      {
        path: 'ads[0].link',
        code: 'missing_field',
        message: expect.stringContaining('Set has the destination WEBSITE'),
      },
    ]);
    expect(asked({ optimizationGoal: 'LINK_CLICKS' }, { type })[0]?.message).toContain(
      'goal LINK_CLICKS',
    );
    expect(asked({ optimizationGoal: 'REACH' }, { type })[0]?.message).toContain(
      'objective OUTCOME_TRAFFIC',
    );
    expect(asked({ objective: 'OUTCOME_AWARENESS', optimizationGoal: 'REACH' }, { type })).toEqual(
      [],
    );
    expect(
      asked({ objective: 'OUTCOME_ENGAGEMENT', optimizationGoal: 'PAGE_LIKES' }, { type }),
    ).toEqual([]);
    for (const destinationType of [
      'ON_POST',
      'ON_AD',
      'MESSENGER',
      'PHONE_CALL',
      'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
    ])
      expect(asked({ destinationType, optimizationGoal: 'CONVERSATIONS' }, { type })).toEqual([]);
  }
  const website = { destinationType: 'WEBSITE' };
  expect(asked(website, { cta: 'MESSAGE_PAGE' })).toEqual([]);
  expect(asked(website, { media: [video('a')] })).toEqual([]);
  expect(asked(website, { type: 'postBoost' })).toEqual([]);
  expect(
    asked(website, {
      type: 'carousel',
      media: [image('a', { carouselLink: 'https://x.example' })],
    }),
  ).toEqual([]);
  expect(asked({ destinationType: 'PHONE_CALL' }, { cta: 'CALL_NOW' })[0]?.message).toContain(
    'tel:+',
  );
});

test('an enhancement the platform does not know is named', () => {
  expect(faults({ enhancements: ['image_touchups', 'make_it_pop'] })).toEqual([
    ['ads[0].enhancements.make_it_pop', 'unknown_enhancement'],
  ]);
});

test('texts of flexible and placement ads have their limits, to the character', () => {
  const long = (length: number) => 'x'.repeat(length);
  expect(
    faults({ type: 'multi', title: long(255), description: long(1024), adDescription: long(255) }),
  ).toEqual([]);
  expect(
    faults({ type: 'multi', title: long(256), description: long(1025), adDescription: long(256) }),
  ).toEqual([
    ['ads[0].title', 'text_too_long'],
    ['ads[0].description', 'text_too_long'],
    ['ads[0].adDescription', 'text_too_long'],
  ]);
  expect(
    faults({
      type: 'flexible',
      headlineVariations: ['a', long(256)],
      bodyVariations: [long(1025)],
    }),
  ).toEqual([
    ['ads[0].headlineVariations[1]', 'text_too_long'],
    ['ads[0].bodyVariations[0]', 'text_too_long'],
  ]);
  expect(faults({ type: 'flexible', media: Array.from({ length: 11 }, () => image('a')) })).toEqual(
    [['ads[0].media', 'media_count']],
  );
});
