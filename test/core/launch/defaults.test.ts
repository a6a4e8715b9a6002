import { describe, expect, test } from 'vitest';
import { auditKind } from '../../../core/access/audit.ts';
import {
  changeLaunchDefaults,
  showLaunchDefaults,
} from '../../../core/features/connections/launch-defaults.ts';
import { createLaunchFixture } from '../../launch-fixture.ts';
import { createStandInPlatform } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

const fixture = async () => {
  const { ports, store } = await createLaunchFixture({
    platforms: (clock) => ({ primary: createStandInPlatform(clock).platform }),
  });
  const named = (id: string | undefined) =>
    id === undefined ? undefined : { id, path: 'adAccountId' };
  return {
    store,
    show: (account?: string) => showLaunchDefaults(ports, COMPANY, named(account)),
    change: async (layer: Parameters<typeof changeLaunchDefaults>[2], account?: string) =>
      (await changeLaunchDefaults(ports, caller, layer, named(account))).data,
  };
};

describe('launch defaults', () => {
  test('an account’s layer stands over the company’s, under any spelling of its id; each is replaced whole', async () => {
    const { show, change } = await fixture();
    expect(await show()).toEqual({ launchPaused: true });
    await change({ title: 'All', cta: 'SHOP_NOW' });
    await change({ title: 'One' }, '1');
    expect(await show('act_1')).toEqual({ launchPaused: true, title: 'One', cta: 'SHOP_NOW' });
    expect(await show()).toEqual({ launchPaused: true, title: 'All', cta: 'SHOP_NOW' });
    expect(await change({ description: 'Two' }, 'act_1')).toEqual({
      launchPaused: true,
      title: 'All',
      cta: 'SHOP_NOW',
      description: 'Two',
    });
  });

  test('null and empty text are not set', async () => {
    const { change } = await fixture();
    expect(await change({ title: null, link: '', launchPaused: null })).toEqual({
      launchPaused: true,
    });
  });

  test('what no launch could use is refused, all of it at once, and nothing is changed', async () => {
    const { show, change } = await fixture();
    await expect(
      change({
        title: 'New',
        namingConvention: '{{campaign}}',
        link: 'shop.test',
        utmTags: 'utm source',
      }),
    ).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [
        { path: 'namingConvention', code: 'unknown_token' },
        { path: 'link', code: 'link' },
        { path: 'utmTags', code: 'utm_tags' },
      ],
    });
    expect(await show()).toEqual({ launchPaused: true });
    await expect(
      change({
        namingConvention: '{{filename}} {{index:03}}',
        link: 'tel:+4930123456',
        utmTags: '?utm_source=x',
      }),
    ).resolves.toMatchObject({ link: 'tel:+4930123456' });
  });

  test('an account that is not the company’s has none', async () => {
    const { show, change } = await fixture();
    await expect(show('act_404')).rejects.toMatchObject({ code: 'not_found' });
    await expect(change({ title: 'x' }, 'act_404')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('who changed them is kept', async () => {
    const { change, store } = await fixture();
    await change({ launchPaused: false }, 'act_1');
    const entries = (await store.find(auditKind, COMPANY)).items.map(({ doc }) => doc);
    expect(entries.find(({ action }) => action.startsWith('launch-defaults'))).toMatchObject({
      keyId: caller.keyId,
      action: 'launch-defaults.change',
      subject: 'act_1',
      details: { fields: ['launchPaused'] },
    });
  });
});
