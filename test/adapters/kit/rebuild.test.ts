import { describe, expect, test } from 'vitest';
import {
  copiedWindow,
  type Rebuilding,
  rebuildFrom,
} from '../../../adapters/platforms/kit/rebuild.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { CopyRequest } from '../../../core/ports/platform-changes.ts';
import { caller, examplePlatform, json } from './example-platform.ts';

const access = { ...caller, currency: 'EUR', timezone: 'UTC' };
const request: CopyRequest = {
  type: 'adset',
  sourceId: '7',
  deep: false,
  status: 'PAUSED',
  marker: '[m]',
};

function rebuildingAt(at: ReturnType<typeof examplePlatform>): Rebuilding {
  const same = {
    keep: ['budget', 'goal', 'places'],
    name: 'name',
    changed: (_row: object, { status }: CopyRequest) => ({ status }),
  };
  return {
    types: {
      campaign: same,
      adset: { ...same, parent: 'campaign_id' },
      ad: { ...same, parent: 'ad_group_id' },
    },
    clock: at.clock,
    fail: at.wire.fail,
    read: async (who, type, id) => {
      const row = await at.calls.read(who, `${type}/${id}`);
      return row.id === undefined ? undefined : row;
    },
    create: (who, type, params) => at.calls.tried(who, type, params),
    idOf: (_type, { body }) => (typeof body.id === 'string' ? body.id : undefined),
  };
}

const source = json({
  id: '7',
  name: 'Old',
  campaign_id: '1',
  budget: 5,
  goal: '',
  places: [],
  created: 'x',
});

describe('an object that is built anew', () => {
  test('keeps what may be written and is there, under its own parent or another', async () => {
    const at = examplePlatform(source, json({ id: '8' }));
    expect(await rebuildFrom(rebuildingAt(at), access, request)).toEqual({
      state: 'done',
      id: '8',
      objects: [{ type: 'adset', sourceId: '7', id: '8' }],
    });
    expect(at.requests[1]?.body).toEqual({
      type: 'json',
      value: { budget: 5, status: 'PAUSED', campaign_id: '1', name: 'Old [m]' },
    });
    const elsewhere = examplePlatform(source, json({ id: '8' }));
    await rebuildFrom(rebuildingAt(elsewhere), access, {
      ...request,
      parentId: '2',
      values: { adName: 'New' },
    });
    expect(elsewhere.requests[1]?.body).toMatchObject({
      value: { campaign_id: '2', name: 'New [m]' },
    });
  });

  test.each([
    ['is not there', [json({})], 'failed'],
    ['cannot be read', [json({ code: 5 }, 400)], 'failed'],
    ['is refused', [source, json({ code: 5 }, 400)], 'failed'],
    ['gets no answer', [source, { ok: false, reason: 'timeout', message: '' } as const], 'unknown'],
    ['gets no id', [source, json({})], 'unknown'],
  ])('and %s', async (_, answers, state) => {
    const at = examplePlatform(...answers);
    expect(await rebuildFrom(rebuildingAt(at), access, request)).toMatchObject({
      state,
      failure: { platform: 'pin' },
    });
  });

  test('fails as a fault of ours when what is thrown is no refusal', async () => {
    const at = examplePlatform(source);
    const broken = { ...rebuildingAt(at), read: () => Promise.reject(new TypeError('ours')) };
    await expect(rebuildFrom(broken, access, request)).rejects.toThrow(TypeError);
    const refused = {
      ...rebuildingAt(at),
      read: () => Promise.reject(new PlatformError(at.wire.fail('rule', 'No.'))),
    };
    expect(await rebuildFrom(refused, access, request)).toMatchObject({
      state: 'failed',
      failure: { class: 'rule' },
    });
  });
});

const hour = 3_600_000;

test.each([
  [
    'without an end only a start to come is kept',
    { start: -hour },
    {},
    { start: undefined, end: undefined },
  ],
  ['a start to come is kept', { start: hour, end: 2 * hour }, {}, { start: hour, end: 2 * hour }],
  [
    'a window under way is kept without its start',
    { start: -hour, end: hour },
    {},
    { start: undefined, end: hour },
  ],
  [
    'a window that has passed starts anew, as long as it was',
    { start: -5 * hour, end: -hour },
    {},
    { end: 4 * hour },
  ],
  [
    'so does one with too little room',
    { start: -hour, end: hour },
    { roomMs: 2 * hour },
    { end: 2 * hour },
  ],
  [
    'and is as long as it must be',
    { start: -2 * hour, end: -hour },
    { leastMs: 25 * hour },
    { end: 25 * hour },
  ],
])('when a copy runs: %s', (_, window, rules, expected) => {
  expect(copiedWindow(window, 0, rules)).toEqual(expected);
});
