import { join } from '../../../core/base/schema/faults.ts';
import type { Fault, LaunchAd, LeadForm } from './ports.ts';

/** Ads whose form the account does not have, or that takes no leads. One question for all. */
export async function formFaults(
  ads: readonly LaunchAd[],
  read: () => Promise<readonly LeadForm[]>,
): Promise<readonly Fault[]> {
  if (ads.length === 0) return [];
  const forms = new Map((await read()).map((form) => [form.id, form]));
  return ads.flatMap(({ path: at, leadFormId = '' }): readonly Fault[] => {
    const form = forms.get(leadFormId);
    const path = join(at, 'leadFormId');
    if (form === undefined)
      return [
        {
          path,
          code: 'unknown_lead_form',
          message: 'The ad account has no such lead form.',
          hint: 'leads.forms',
        },
      ];
    if (form.state === 'active') return [];
    const message = `The form ${form.name} is ${form.state}: an ad takes an active one.`;
    return [{ path, code: 'lead_form_inactive', message, hint: 'leads.forms' }];
  });
}
