import { useState } from 'preact/hooks';
import { spendingRemarks } from '../../../../../core/gate/words.ts';
import { type BatchDetail, client, type InputOf } from '../../base/api.ts';
import { useNames } from '../../base/platforms.ts';
import { plural } from '../../base/words.ts';
import { attempt, Dialog } from '../../parts/dialogs.tsx';
import { Button } from '../../parts/parts.tsx';
import { sayChange, type WayBack, waysBack } from '../../parts/undo.tsx';

/** The ads of a batch in the table of ads. */
export function adsOf({ adBatchId, launchedAds }: BatchDetail): string {
  const accounts = new Set(
    launchedAds.map(({ platform, adAccountId }) => `${platform}:${adAccountId}`),
  );
  return `#/ads?level=ad&batch=${adBatchId}&accounts=${encodeURIComponent([...accounts].join(','))}`;
}

const MOST_IDS = 50;

type Request = InputOf<'manage.updateStatus'>;

/** As many ads of one account as a request takes. */
function requestsOf(ads: BatchDetail['launchedAds']): readonly Request[] {
  const accounts = new Map<string, string[]>();
  for (const { adAccountId, adId } of ads)
    accounts.set(adAccountId, [...(accounts.get(adAccountId) ?? []), adId]);
  return [...accounts].flatMap(([businessId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, i) => ({
      businessId,
      entityType: 'ad' as const,
      entityIds: ids.slice(i * MOST_IDS, (i + 1) * MOST_IDS),
      newStatus: 'ACTIVE' as const,
    })),
  );
}

interface Asked {
  readonly starts: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Launched paused and looked at: one click lets them deliver, after what they start to spend is
 * told.
 */
export function SwitchOn({ batch }: { batch: BatchDetail }) {
  const [asked, setAsked] = useState<Asked>();
  const [isOn, setOn] = useState(false);
  const names = useNames();
  const ads = batch.launchedAds.filter(({ undone }) => undone === undefined);
  if (ads.length === 0 || batch.launchStatus === 'ACTIVE' || isOn) return null;
  const ask = async () => {
    const found: Asked[] = [];
    for (const request of requestsOf(ads)) {
      const check = await attempt(() =>
        client.guardrails.check({ operation: 'manage.updateStatus', request: { ...request } }),
      );
      if (check === undefined) return;
      found.push(spendingRemarks(check));
    }
    setAsked({
      starts: found.flatMap(({ starts }) => starts),
      refused: found.flatMap(({ refused }) => refused),
    });
  };
  const switchOn = async () => {
    setAsked(undefined);
    let [done, failed] = [0, 0];
    const ways: WayBack[] = [];
    const called = new Map(ads.map(({ adId, adName }) => [adId, adName]));
    for (const request of requestsOf(ads)) {
      const answer = await attempt(() => client.manage.updateStatus(request));
      done += answer?.successCount ?? 0;
      failed += answer?.failCount ?? 0;
      const on = answer?.results.filter(({ success }) => success) ?? [];
      ways.push(
        ...waysBack(
          answer?.updateId,
          on.map(({ entityId: id }) => ({ id, name: called.get(id) ?? id })),
        ),
      );
    }
    // Offered again only for what is still off.
    if (done === ads.length) setOn(true);
    if (done + failed > 0)
      sayChange({
        text: `${plural(done, 'ad')} switched on.${failed > 0 ? ` ${plural(failed, 'ad')} refused.` : ''}`,
        isBad: failed > 0,
        ways,
        onUndone: () => setOn(false),
      });
  };
  return (
    <>
      <Button icon="check" waits onClick={ask}>
        Switch on {ads.length === 1 ? 'this ad' : `these ${plural(ads.length, 'ad')}`}
      </Button>
      <Dialog
        title={`Switch on ${plural(ads.length, 'ad')}?`}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {asked?.starts.length
            ? `This starts to spend ${names.sentence(asked.starts.join('; '))}.`
            : 'No further budget starts. They deliver once the platform has approved them, where their campaign and ad set are switched on.'}
        </p>
        {asked?.refused.map((message) => (
          <p key={message} class="note bad">
            {names.sentence(message)}
          </p>
        ))}
        <div class="dialog-actions">
          <Button onClick={() => setAsked(undefined)}>Cancel</Button>
          <Button kind="primary" waits disabled={asked?.refused.length !== 0} onClick={switchOn}>
            Switch on
          </Button>
        </div>
      </Dialog>
    </>
  );
}
