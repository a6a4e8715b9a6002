import { describe, expect, test } from 'vitest';
import { findAnywhere } from '../../../adapters/platforms/kit/anywhere.ts';
import { createClaims } from '../../../adapters/platforms/kit/claims.ts';
import { editEach } from '../../../adapters/platforms/kit/edits.ts';
import { namedIn, type SourceNode, sourceTree } from '../../../adapters/platforms/kit/rebuild.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { EntityType } from '../../../core/ports/platform-accounts.ts';
import type { CopySource } from '../../../core/ports/platform-changes.ts';
import type { LaunchOperation } from '../../../core/ports/platform-launch.ts';
import { examplePlatform } from './example-platform.ts';

const { wire } = examplePlatform();

describe('objects by their ids alone', () => {
  const accounts = ['1', '2', '3'].map((id) => ({ id, currency: 'EUR', timezone: 'UTC' }));
  const asker = {
    companyId: 'c1',
    connectionId: 'con_1',
    credentials: { accessToken: 'T' },
    accounts,
  };

  test('are asked for in one account after the other, until all are found', async () => {
    const asked: string[] = [];
    const held: { readonly [account: string]: readonly string[] } = {
      1: ['a'],
      2: ['b'],
      3: ['c'],
    };
    const found = await findAnywhere(
      asker,
      ['a', 'b'],
      async ({ adAccountId, connectionId }, ids) => {
        asked.push(`${connectionId} ${adAccountId}: ${ids.join(' ')}`);
        return new Map(
          (held[adAccountId] ?? [])
            .filter((id) => ids.includes(id))
            .map((id) => [id, id.toUpperCase()]),
        );
      },
    );
    expect(asked).toEqual(['con_1 1: a b', 'con_1 2: b']);
    expect(Object.fromEntries(found)).toEqual({
      a: { adAccountId: '1', found: 'A' },
      b: { adAccountId: '2', found: 'B' },
    });
  });
});

describe('changes one by one', () => {
  test('a refusal is the result of its own change', async () => {
    const refusal = wire.fail('rule', 'No.');
    const results = await editEach([{ id: '1' }, { id: '2' }, { id: '3' }], async ({ id }) => {
      if (id === '2') throw new PlatformError(refusal);
    });
    expect(results).toEqual([{ id: '1' }, { id: '2', failure: refusal }, { id: '3' }]);
  });

  test('what is no refusal is thrown', async () => {
    await expect(
      editEach([{ id: '1' }], () => Promise.reject(new TypeError('ours'))),
    ).rejects.toThrow(TypeError);
  });
});

describe('what unanswered operations have made', () => {
  const operation = (id: string) => ({ kind: 'ad', id, name: 'Ad' }) as unknown as LaunchOperation;
  const [first, second, third] = [operation('1'), operation('2'), operation('3')];

  test('is claimed once each, in order, and never what belongs to others', () => {
    const claims = createClaims(['x'], 'ad_id');
    const rows = [
      { ad_id: 'x', name: 'Ad' },
      { name: 'Ad' },
      { ad_id: 'y', name: 'Ad' },
      { ad_id: 'z', name: 'Other' },
    ];
    for (const each of [first, second])
      claims.claim(
        each,
        rows,
        ({ name }) => name === 'Ad',
        () => ['Look at it.'],
      );
    claims.take(third, 'y');
    expect(claims.outcomes([second, first, third])).toEqual([
      undefined,
      { state: 'done', ref: 'y', warnings: ['Look at it.'] },
      undefined,
    ]);
    claims.take(third, 'z');
    expect(claims.outcomes([third])).toEqual([{ state: 'done', ref: 'z' }]);
  });
});

describe('a source of copies', () => {
  const nodeOf = (
    type: EntityType,
    { id = '', in: adSetId = '' }: { readonly [field: string]: unknown },
  ): SourceNode => ({
    type,
    id: String(id),
    name: `Name of ${id}`,
    status: 'ACTIVE',
    adAccountId: '42',
    ...(type === 'ad' && { adSetId: String(adSetId) }),
  });
  const ads = [
    { id: '5', in: '3' },
    { id: '4', in: '2' },
    { id: '3a', in: '2' },
  ];
  const shape = ({ id, children }: CopySource): unknown =>
    children.length === 0 ? id : [id, children.map(shape)];

  test('is put together in the order in which it was made', () => {
    const adSets = [{ id: '3' }, { id: '2' }];
    expect(shape(sourceTree({ type: 'campaign', root: { id: '1' }, adSets, ads }, nodeOf))).toEqual(
      [
        '1',
        [
          ['2', ['3a', '4']],
          ['3', ['5']],
        ],
      ],
    );
    expect(
      shape(sourceTree({ type: 'adset', root: { id: '2' }, adSets: [], ads }, nodeOf)),
    ).toEqual(['2', ['3a', '4']]);
    expect(shape(sourceTree({ type: 'ad', root: { id: '5' }, adSets: [], ads: [] }, nodeOf))).toBe(
      '5',
    );
  });

  test('is found again by a part of its name, the oldest first', () => {
    const rows = [
      { key: 3, label: 'New [m]' },
      { key: 2, label: 'Other' },
      { key: 1, label: 'Old [m]' },
    ];
    expect(namedIn(rows, '[m]', { id: 'key', name: 'label' })).toEqual([
      { id: '1', name: 'Old [m]' },
      { id: '3', name: 'New [m]' },
    ]);
  });
});
