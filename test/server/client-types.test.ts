import { expect, expectTypeOf, test } from 'vitest';
import {
  type AnswerOf,
  type Client,
  createClient,
  type InputOf,
  type RequestOptions,
} from '../../server/client/client.ts';
import type { AllOperations as Operations } from '../../server/operations.ts';
import { table } from '../../server/routes/table.ts';

/**
 * What the compiler knows of the client. The assertions are those of `tsc`; the functions are never
 * called.
 */

const client = createClient({ url: 'http://slipway.test' });

test('has the functions of the operations, and no others', () => {
  const names = Object.entries(client).flatMap(([group, verb]) =>
    typeof verb === 'function' ? [group] : Object.keys(verb).map((name) => `${group}.${name}`),
  );
  expect(names.sort()).toEqual(Object.keys(table).sort());
  expectTypeOf<keyof Client>().toEqualTypeOf<keyof Operations>();
  expectTypeOf<keyof Client['manage']>().toEqualTypeOf<keyof Operations['manage']>();
});

test('takes the inputs and gives the answers of the operations', () => {
  expectTypeOf<Parameters<Client['batches']['undo']>[0]>().toEqualTypeOf<
    Parameters<Operations['batches']['undo']>[0]
  >();
  expectTypeOf<ReturnType<Client['batches']['undo']>>().toEqualTypeOf<
    ReturnType<Operations['batches']['undo']>
  >();
  expectTypeOf<AnswerOf<'reports.query'>>().toEqualTypeOf<
    Awaited<ReturnType<Operations['reports']['query']>>
  >();
  expectTypeOf<Parameters<Client['me']>[1]>().toEqualTypeOf<RequestOptions | undefined>();
  expectTypeOf<InputOf<'batches.undo'>['mode']>().toEqualTypeOf<
    'pause' | 'delete' | 'delete-empty' | undefined
  >();
  const calls = () => [
    client.me(),
    client.batches.undo(
      { id: 17, mode: 'pause' },
      { idempotencyKey: 'x', signal: AbortSignal.timeout(1) },
    ),
    client.media.upload({ name: 'a.png', content: new Blob([]) }),
    // @ts-expect-error there is no such mode
    client.batches.undo({ id: 17, mode: 'explode' }),
    // @ts-expect-error which batch?
    client.batches.get(),
    client.manage.updateBudget({
      businessId: 'act_1',
      // @ts-expect-error there is no such level
      entityType: 'adst',
      entityId: '1',
      dailyBudget: 5,
    }),
    // @ts-expect-error there is no such operation
    client.batches.explode({ id: 17 }),
  ];
  expect(calls).toBeTypeOf('function');
});
