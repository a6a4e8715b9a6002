import type { NumericGuard } from '../../../../../core/gate/limits.ts';
import { limitWords } from '../../../../../core/gate/words.ts';
import { client, useResource } from '../../base/api.ts';
import { go } from '../../base/route.ts';
import { act } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';

export function LimitsOffer() {
  const { data, reload } = useResource('guardrails.get', {});
  const currency = data?.accounts[0]?.currency ?? '';
  const offered = data?.suggested.currencies[currency];
  if (data === undefined || data.revision > 0 || offered === undefined) return null;
  const words = (name: NumericGuard & keyof typeof offered): string => limitWords(name, offered[name] ?? 0, currency);
  const take = () =>
    act(
      () => client.guardrails.replace({ ...data.suggested, accounts: {}, revision: data.revision }),
      'These limits hold from now on.',
      reload,
    );
  return (
    <section class="card" aria-label="Limits to begin with">
      <h2>Limits to begin with</h2>
      <p>
        Wide limits hold until you set some. Closer ones: {words('dailyBudget')} a day for one campaign or ad set,{' '}
        {words('accountDailyBudget')} a day for an ad account, lifetime budgets by what is left of them for each day left; who
        starts more than {words('secondKeyDailyBudget')} a day within 24 hours needs a second key.
      </p>
      <div class="dialog-actions">
        <Button kind="quiet" onClick={() => go('limits')}>
          Look at all of them
        </Button>
        <Button waits onClick={take}>
          Take these limits
        </Button>
      </div>
    </section>
  );
}
