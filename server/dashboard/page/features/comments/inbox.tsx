import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, client, useAccounts, useResource } from '../../base/api.ts';
import { useListener } from '../../base/route.ts';
import { ago, plural } from '../../base/words.ts';
import { act, attempt, say } from '../../parts/dialogs.tsx';
import { toggled } from '../../parts/fields.tsx';
import { Button, Empty, Loaded, NoAccounts, PageHead, Segments } from '../../parts/parts.tsx';
import { InboxRow } from './inbox-row.tsx';
import type { CommentRow } from './row.ts';

const views = { unanswered: 'Unanswered', all: 'All', hidden: 'Hidden' } as const;
type View = keyof typeof views;

const PAGE = 50;
const EVERY_MS = 60_000;
/** While the service has threads that it has never read. */
const READING_MS = 3_000;

const queryOf = (view: View, q: string) => ({
  limit: PAGE,
  ...(view === 'unanswered' && { unanswered: true }),
  ...(view === 'hidden' && { hidden: true }),
  ...(q !== '' && { q }),
});

export function InboxPage({ mayChange }: { mayChange: boolean }) {
  const [view, setView] = useState<View>('unanswered');
  const [typed, setTyped] = useState('');
  const [q, setSearch] = useState('');
  // What is typed is looked for after a pause, at once by Enter.
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), 400);
    return () => clearTimeout(timer);
  }, [typed]);
  const [isReading, setReading] = useState(false);
  const query = queryOf(view, q);
  const accounts = useAccounts();
  const first = useResource('comments.list', query, { everyMs: isReading ? READING_MS : EVERY_MS });
  const { data, reload } = first;
  useEffect(() => {
    if (data !== undefined)
      setReading(!data.metadata.complete && data.metadata.problems.length === 0);
  }, [data]);
  const further = useFurther(JSON.stringify(query), data?.after ?? null);
  const rows = unansweredFirst([...(data?.data ?? []), ...further.rows]);
  const { at, setAt, picked, pick, unpick } = useSelection(rows);
  const replyBox = useRef<HTMLTextAreaElement>(null);

  const changed = useCallback(() => {
    further.clear();
    reload();
  }, [further.clear, reload]);
  const hide = ({ id, hidden }: CommentRow) =>
    act(
      () => (hidden ? client.comments.unhide : client.comments.hide)({ id }),
      hidden ? 'The comment is shown again.' : 'The comment is hidden. Its author still sees it.',
      changed,
    );
  const hidePicked = async () => {
    const answer = await attempt(() => client.comments.hideMany({ ids: picked.slice(0, PAGE) }));
    if (answer === undefined) return;
    say(
      `${plural(answer.successCount, 'comment')} hidden${answer.failCount > 0 ? `, ${answer.failCount} refused` : ''}.`,
    );
    unpick();
    changed();
  };
  const current = rows.find(({ id }) => id === at);
  useKeys({
    j: () => setAt(neighbour(rows, at, 1)),
    k: () => setAt(neighbour(rows, at, -1)),
    h: () => mayChange && current?.can.hide && hide(current),
    r: () => replyBox.current?.focus(),
  });

  return (
    <>
      <PageHead
        title="Inbox"
        lead={`What people write under your ads.${matchMedia('(hover: hover)').matches ? ' Press j and k to move, r to reply, h to hide.' : ''}`}
      >
        <input
          type="search"
          class="search"
          placeholder="Find in texts and names"
          aria-label="Find in texts and names"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={() => setSearch(typed.trim())}
        />
        <a class="button" href="#/inbox/filters">
          Filters
        </a>
      </PageHead>
      <div class="inbox-bar">
        <Segments
          label="Which comments"
          name="view"
          value={view}
          onValue={setView}
          choices={(Object.keys(views) as View[]).map((each) => [each, views[each]])}
        />
        {mayChange && picked.length > 0 && (
          <Button onClick={hidePicked}>{`Hide ${plural(picked.length, 'comment')}`}</Button>
        )}
      </div>
      {data?.metadata.problems.slice(0, 3).map(({ adAccountId, threadId, message }) => (
        <p key={`${adAccountId} ${threadId}`} class="note warn" role="status">
          {message}
        </p>
      ))}
      <Loaded of={first}>
        {({ metadata }) =>
          rows.length === 0 && accounts.data?.data.length === 0 ? (
            <NoAccounts>Comments under your ads appear here.</NoAccounts>
          ) : rows.length === 0 ? (
            <Empty
              icon="inbox"
              title={view === 'unanswered' && q === '' ? 'Everything is answered' : 'No comments'}
            >
              {metadata.readAt === null
                ? 'Comments are being read.'
                : `Read ${ago(metadata.readAt)}.`}
            </Empty>
          ) : (
            <ul class="inbox" aria-label="Comments">
              {rows.map((row) => (
                <InboxRow
                  key={row.id}
                  row={row}
                  isOpen={row.id === at}
                  isPicked={picked.includes(row.id)}
                  mayChange={mayChange}
                  replyBox={row.id === at ? replyBox : undefined}
                  onOpen={() => setAt(row.id === at ? undefined : row.id)}
                  onPick={() => pick(row.id)}
                  onHide={() => hide(row)}
                  onChanged={changed}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {further.after !== null && rows.length > 0 && (
        <p class="inbox-more">
          <Button busy={further.busy} onClick={() => further.load(query)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

const unansweredFirst = (rows: readonly CommentRow[]): readonly CommentRow[] => [
  ...rows.filter(({ answered, hidden }) => answered === false && !hidden),
  ...rows.filter(({ answered, hidden }) => answered !== false || hidden),
];

function useFurther(question: string, first: string | null) {
  const [loaded, setLoaded] = useState<{
    readonly question: string;
    readonly rows: readonly CommentRow[];
    readonly after: string | null;
  }>();
  const [busy, setBusy] = useState(false);
  const current = loaded?.question === question ? loaded : undefined;
  const after = current === undefined ? first : current.after;
  const clear = useCallback(() => setLoaded(undefined), []);
  return {
    rows: current?.rows ?? [],
    after,
    busy,
    clear,
    async load(query: ReturnType<typeof queryOf>): Promise<void> {
      if (after === null) return;
      setBusy(true);
      const answer = await attempt(() => ask('comments.list', { ...query, after }));
      setBusy(false);
      if (answer === undefined) return;
      setLoaded({
        question,
        rows: [...(current?.rows ?? []), ...answer.data],
        after: answer.after,
      });
    },
  };
}

function useSelection(rows: readonly CommentRow[]) {
  const [at, setAt] = useState<string>();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const there = picked.filter((id) => rows.some((row) => row.id === id));
  return {
    at,
    setAt,
    picked: there,
    pick: (id: string) => setPicked(toggled(there, id)),
    unpick: () => setPicked([]),
  };
}

function neighbour(
  rows: readonly CommentRow[],
  at: string | undefined,
  step: 1 | -1,
): string | undefined {
  const index = rows.findIndex(({ id }) => id === at);
  const next = index < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step));
  return rows[next]?.id;
}

function useKeys(keys: { readonly [key: string]: () => void }): void {
  useListener('keydown', (event) => {
    const { target, key } = event;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('dialog[open]') !== null
    )
      return;
    const isWriting =
      target instanceof HTMLElement &&
      target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    if (isWriting || keys[key] === undefined) return;
    event.preventDefault();
    keys[key]();
  });
}
