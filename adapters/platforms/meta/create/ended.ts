import { sentName } from '../../../../core/base/schema/aliases.ts';
import { join } from '../../../../core/base/schema/faults.ts';
import type { Warning } from '../../../../core/base/schema/unknown-fields.ts';
import { inBrandWords } from './targeting.ts';

interface AdSetWish {
  readonly targeting?: { readonly [member: string]: unknown } | undefined;
  readonly existingCustomerBudgetPercentage?: number | undefined;
}

/**
 * What Meta takes and does not keep, or will stop taking. From its changelog of v26.0, in force on
 * every version since 2026-10-27.
 */
export function endedSettings(request: AdSetWish): Warning[] {
  const positions = inBrandWords(request.targeting ?? {}).messenger_positions;
  return [
    ...(Array.isArray(positions) && positions.includes('story')
      ? [
          {
            path: join(sentName(request, 'targeting'), 'messenger_positions'),
            code: 'placement_gone',
            message:
              'Meta takes stories out of messenger_positions without a word (since 2026-10-27): the ad set will not have them.',
          },
        ]
      : []),
    ...(request.existingCustomerBudgetPercentage === undefined
      ? []
      : [
          {
            path: sentName(request, 'existingCustomerBudgetPercentage'),
            code: 'setting_ends',
            message:
              'Meta offers this to no new Advantage+ campaign, and pauses old ones that use it with v26.0 (its changelog, read 2026-11-16).',
          },
        ]),
  ];
}
