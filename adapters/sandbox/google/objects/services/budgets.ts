import { kinds } from '../../wire/call.ts';
import { refusal } from '../../wire/refusals.ts';
import { at, type Service } from './service.ts';

export const budgets: Service = {
  ...{ collection: 'campaignBudgets', name: 'campaignBudget', kind: kinds.budget, required: ['amountMicros'] },
  fields: {
    ...{ resourceName: 'text', name: 'text', amountMicros: 'int', totalAmountMicros: 'int', explicitlyShared: 'bool' },
    ...{ deliveryMethod: ['STANDARD', 'ACCELERATED'], period: ['DAILY', 'CUSTOM_PERIOD'], type: ['STANDARD'] },
  },
  immutable: ['period', 'type'],
  ...{ updates: true, removes: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: (id) => `budget:${id}`,
  made: () => ({ status: 'ENABLED' }),
  check({ amountMicros }, _draft, path) {
    const amount = Number(amountMicros ?? 0);
    if (amount <= 0)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
    if (amount % 10_000 !== 0)
      throw refusal(
        'campaignBudgetError',
        'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
        'The budget amount must be a multiple of the minimum unit.',
        at(path, 'amount_micros'),
      );
    if (amount < 100_000)
      throw refusal(
        'campaignBudgetError',
        'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
        'The budget is less than the minimum bid.',
        at(path, 'amount_micros'),
      );
  },
};
