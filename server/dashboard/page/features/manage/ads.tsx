import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type AdAccount, type PlatformRow, useAccounts, useResource } from '../../base/api.ts';
import { downloadText } from '../../base/download.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { putQuestion, questionHere, useListener } from '../../base/route.ts';
import { plural } from '../../base/words.ts';
import { LongWait } from '../../parts/long-wait.tsx';
import { Button, NoAccounts, PageHead, ProblemNote, Waiting } from '../../parts/parts.tsx';
import { plugged } from '../../parts/plug.ts';
import { NARROW } from '../../parts/table.tsx';
import { Outcomes } from '../../parts/undo.tsx';
import { AdsTable } from './ads-table.tsx';
import { AdsBulk } from './bulk.tsx';
import { useAdChanges } from './changes.ts';
import { AdsControls, Compare, Conditions, LevelTabs } from './controls.tsx';
import { CreateButton } from './create.tsx';
import { accountKey, type Entity, useEntities, useFiguresBefore } from './data.ts';
import { EditRows } from './edit/edit-rows.tsx';
import { ObjectDialog } from './object.tsx';
import { ChangeQuestion } from './question.tsx';
import type { AdsScope } from './range.ts';
import type { AccountProblem } from './reading.ts';
import { summaryOf } from './summary.ts';
import { csvOf, isMoneySort, LEVEL_WORDS, questionOf, shownIn, type View, viewIn } from './view.ts';

export function AdsPage({ mayChange, mayAudit }: { mayChange: boolean; mayAudit: boolean }) {
  const listed = useAccounts();
  const [view, change] = useView();
  const platforms = usePlatforms();
  const { accounts, without, reporting } = useMemo(
    () => readable(listed.data?.data, platforms),
    [listed.data, platforms],
  );
  const wanted = useMemo(
    () =>
      accounts?.filter(
        (account) => view.accounts.length === 0 || view.accounts.includes(accountKey(account)),
      ),
    [accounts, view.accounts.join(',')],
  );
  const { period, from, to, campaign, adset } = view;
  const scope: AdsScope = { period, from, to, campaign, adset };
  const asked = { level: view.level, accounts: wanted, reporting, scope };
  const entities = useEntities(asked);
  const before = useFiguresBefore({ ...asked, accounts: view.compare ? wanted : undefined });
  const launched = useResource(
    'batches.get',
    view.batch === '' ? undefined : { id: Number(view.batch) },
  );
  const shown = useMemo(() => {
    const ids = new Set(launched.data?.launchedAds.map(({ adId }) => adId));
    return shownIn(
      view.batch === '' ? entities.rows : entities.rows.filter(({ id }) => ids.has(id)),
      view,
    );
  }, [entities.rows, view, launched.data]);
  const summary = useMemo(() => summaryOf(shown), [shown]);
  const changes = useAdChanges(entities);
  const offers = useCallback(
    (row: Entity, what: string) =>
      platforms.find(({ id }) => id === row.account.platform)?.offers.includes(what) === true,
    [platforms],
  );
  const brandOf = useCallback(
    (row: Entity) => labelOf(platforms, row.account.platform),
    [platforms],
  );
  const { chosen, choose, chooseAll, clear } = useChosen(shown);
  const [open, setOpen] = useState<Entity>();
  const [isEditing, setEditing] = useState(false);
  // Those in the grid stay there until others are asked for: also one that is called otherwise by
  // now.
  const edited = useRef<{ readonly of?: string; readonly rows: readonly Entity[] }>({ rows: [] });
  const question = questionOf(view).toString();
  if (!entities.loading && (!isEditing || edited.current.of !== question))
    edited.current = { of: question, rows: chosen.length > 0 ? chosen : shown };
  useEffect(clear, [view.level, campaign, adset]);

  if (listed.data?.data.length === 0)
    return (
      <>
        <PageHead title="Ads" />
        <NoAccounts>
          Campaigns, ad sets and ads of the ad accounts you connect appear here.
        </NoAccounts>
      </>
    );
  const [one, many] = LEVEL_WORDS[view.level];
  const unread = without.filter(
    (account) => view.accounts.length === 0 || view.accounts.includes(accountKey(account)),
  );
  const isNarrow = innerWidth <= NARROW;
  const tools = (
    <div class="ads-bar">
      <Compare view={view} change={change} />
      <Conditions view={view} change={change} accounts={accounts ?? []} />
      {plugged('KeptViews').map((Kept) => (
        <Kept
          key="kept"
          question={questionOf(view).toString()}
          onOpen={(question) => change(viewIn(new URLSearchParams(question)))}
        />
      ))}
    </div>
  );
  return (
    <>
      <PageHead title="Ads">
        <LevelTabs view={view} change={change} />
        <Button
          kind="quiet"
          icon="download"
          disabled={shown.length === 0}
          onClick={() =>
            downloadText(
              csvOf(shown, view, (platform) => labelOf(platforms, platform)),
              `Slipway ${many}.csv`,
            )
          }
        >
          CSV
        </Button>
        {mayChange && !isEditing && shown.length > 0 && (
          <Button icon="edit" disabled={entities.loading} onClick={() => setEditing(true)}>
            {chosen.length > 0 ? `Edit ${plural(chosen.length, 'row')}` : 'Edit rows'}
          </Button>
        )}
        {mayChange &&
          (['campaign', 'adSet'] as const).map((level) => (
            <CreateButton
              key={level}
              level={level}
              accounts={accounts ?? []}
              platforms={platforms}
              campaign={campaign}
              within={view.accounts[0]}
              reload={entities.reload}
            />
          ))}
      </PageHead>
      <details class="filters" open={!isNarrow}>
        <summary>Filters</summary>
        <AdsControls view={view} change={change} accounts={accounts ?? []} />
        {isNarrow && tools}
      </details>
      {(campaign !== '' || adset !== '' || view.batch !== '') && (
        <p class="crumbs">
          Only {many} of{' '}
          {adset !== '' ? (
            `ad set ${adset}`
          ) : campaign !== '' ? (
            `campaign ${campaign}`
          ) : (
            <a href={`#/batches/${view.batch}`}>batch {view.batch}</a>
          )}
          .{' '}
          <button
            type="button"
            class="link"
            onClick={() => change({ campaign: '', adset: '', batch: '' })}
          >
            Show all
          </button>
        </p>
      )}
      {listed.problem && <ProblemNote problem={listed.problem} onRetry={listed.reload} />}
      <Unread problems={entities.problems} onRetry={entities.reload} />
      {mayChange && chosen.length > 0 && !isEditing && (
        <AdsBulk rows={chosen} changes={changes} offers={offers} onClear={clear} />
      )}
      <Outcomes told={changes.outcomes} onClose={changes.clearOutcomes} />
      <div class="ads-line">
        <p class="hint" role="status">
          {entities.loading
            ? `Reading… ${plural(entities.rows.length, one, many)} so far`
            : `${plural(shown.length, one, many)}${shown.length < entities.rows.length ? ` of ${entities.rows.length}` : ''}`}
          {isMoneySort(view.sort) && summary.largest.size > 1 && '. Sorted within each currency'}
        </p>
        {!isNarrow && tools}
      </div>
      {entities.loading && !isEditing && <LongWait onRetry={entities.reload} />}
      {isEditing ? (
        <EditRows
          level={view.level}
          scope={scope}
          rows={edited.current.rows}
          onPosted={entities.reload}
          onDone={() => setEditing(false)}
        />
      ) : entities.rows.length === 0 && entities.loading ? (
        <Waiting rows={8} />
      ) : shown.length === 0 && !entities.loading ? (
        <p class="nothing">
          {entities.rows.length === 0
            ? `No ${many} here.`
            : `None of ${plural(entities.rows.length, one, many)} matches.`}{' '}
          {questionOf({ ...view, ...UNFILTERED }).toString() !== questionOf(view).toString() && (
            <Button onClick={() => change(UNFILTERED)}>Clear search and filters</Button>
          )}
        </p>
      ) : (
        <AdsTable
          view={view}
          rows={shown}
          summary={summary}
          before={before}
          mayChange={mayChange}
          offers={offers}
          brandOf={brandOf}
          chosen={new Set(chosen.map(({ key }) => key))}
          busy={changes.busy}
          onSort={(sort) =>
            change(
              view.sort === sort
                ? { descending: !view.descending }
                : { sort, descending: sort !== 'name' },
            )
          }
          onChoose={choose}
          onChooseAll={chooseAll}
          onSwitch={(row, isOn) => changes.setStatus([row], isOn ? 'ACTIVE' : 'PAUSED')}
          onBudget={(row, amount) => changes.setBudget([row], () => amount)}
          onOpen={setOpen}
        />
      )}
      {unread.length > 0 && (
        <p class="hint">
          Without figures, because their platform has no reports:{' '}
          {unread.map(({ name }) => name).join(', ')}
        </p>
      )}
      <ObjectDialog
        row={open}
        view={view}
        mayChange={mayChange}
        mayAudit={mayAudit}
        changes={changes}
        offers={offers}
        onClose={() => setOpen(undefined)}
      />
      <ChangeQuestion
        asked={changes.asked}
        onClose={changes.withdraw}
        onAgreed={(asked) => void changes.carryOut(asked)}
      />
    </>
  );
}

const UNFILTERED = {
  search: '',
  status: '',
  where: [],
  campaign: '',
  adset: '',
  batch: '',
} as const;

function readable(accounts: readonly AdAccount[] | undefined, platforms: readonly PlatformRow[]) {
  const reporting = new Set(
    platforms.filter(({ offers }) => offers.includes('report.daily')).map(({ id }) => id),
  );
  if (accounts === undefined || platforms.length === 0)
    return { accounts: undefined, without: [], reporting };
  const open = accounts.filter(({ status }) => status !== 'closed');
  return {
    accounts: open,
    without: open.filter(({ platform }) => !reporting.has(platform)),
    reporting,
  };
}

function Unread({
  problems,
  onRetry,
}: {
  problems: readonly AccountProblem[];
  onRetry: () => void;
}) {
  if (problems.length === 0) return null;
  return (
    <div class="note bad" role="alert">
      <div>
        <p>{plural(problems.length, 'account')} could not be read:</p>
        <ul>
          {problems.map(({ account, problem }) => (
            <li key={accountKey(account)} dir="auto">
              {account.name}: {problem.message}
            </li>
          ))}
        </ul>
      </div>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function useChosen(shown: readonly Entity[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const last = useRef(0);
  const chosen = useMemo(
    () => (keys.size === 0 ? [] : shown.filter(({ key }) => keys.has(key))),
    [shown, keys],
  );
  const choose = (at: number, through: boolean) => {
    const [start, end] = through
      ? [Math.min(last.current, at), Math.max(last.current, at)]
      : [at, at];
    last.current = at;
    const part = shown.slice(start, end + 1).map(({ key }) => key);
    setKeys((now) => {
      const isAdding = !now.has(shown[at]?.key ?? '');
      return isAdding
        ? new Set([...now, ...part])
        : new Set([...now].filter((key) => !part.includes(key)));
    });
  };
  const chooseAll = (isChosen: boolean): void =>
    setKeys(new Set(isChosen ? shown.map(({ key }) => key) : []));
  return { chosen, choose, chooseAll, clear: useCallback(() => setKeys(new Set()), []) };
}

/** The last view, for a return to the page by the menu. */
let kept = new URLSearchParams();

/**
 * The view in the address. It is written at once: later the address may be that of another page.
 */
function useView(): readonly [View, (some: Partial<View>) => void] {
  const [view, setView] = useState(() => viewIn(questionHere().size > 0 ? questionHere() : kept));
  const current = useRef(view);
  const show = useCallback((next: View): void => {
    current.current = next;
    kept = questionOf(next);
    setView(next);
  }, []);
  useEffect(() => {
    if (questionHere().size === 0) putQuestion(kept);
  }, []);
  useListener('hashchange', () => {
    if (location.hash.startsWith('#/ads')) show(viewIn(questionHere()));
  });
  const change = useCallback((some: Partial<View>): void => {
    show({ ...current.current, ...some });
    putQuestion(kept);
  }, []);
  return [view, change];
}
