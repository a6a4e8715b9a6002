import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client, useAccounts, useResource } from '../../base/api.ts';
import { labelOf, usePlatforms } from '../../base/platforms.ts';
import { ago, dayBefore, moment } from '../../base/words.ts';
import { act, attempt, useConfirm } from '../../parts/dialogs.tsx';
import { Field, named, Select } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Badge, Button } from '../../parts/parts.tsx';
import type { CommentRow } from './row.ts';

interface RowProps {
  row: CommentRow;
  isOpen: boolean;
  isPicked: boolean;
  mayChange: boolean;
  replyBox: RefObject<HTMLTextAreaElement | null> | undefined;
  onOpen: () => void;
  onPick: () => void;
  onHide: () => void;
  onChanged: () => void;
}

/** Where it was written, as people call it. */
function placeOf(
  { platform, placement }: CommentRow,
  platforms: ReturnType<typeof usePlatforms>,
): string {
  if (platform !== 'primary') return labelOf(platforms, platform);
  return placement === 'photo' ? 'Instagram' : 'Facebook';
}

const adHref = ({ platform, adAccountId, adId }: CommentRow): string =>
  `#/ads?level=ad&accounts=${encodeURIComponent(`${platform}:${adAccountId}`)}&search=${adId}`;

export function InboxRow({
  row,
  isOpen,
  isPicked,
  mayChange,
  replyBox,
  onOpen,
  onPick,
  onHide,
  onChanged,
}: RowProps) {
  const element = useRef<HTMLLIElement>(null);
  const who = row.author.name ?? 'A visitor';
  const platforms = usePlatforms();
  const accounts = useAccounts();
  const account = accounts.data?.data.find(
    ({ id, platform }) => id === row.adAccountId && platform === row.platform,
  );
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={element} class={`comment${isOpen ? ' open' : ''}${row.hidden ? ' dim' : ''}`}>
      {mayChange && row.can.hide && (
        <input
          type="checkbox"
          class="pick"
          checked={isPicked}
          aria-label={`Select the comment of ${who}`}
          onChange={onPick}
        />
      )}
      <Picture url={row.pictureUrl} />
      <div class="comment-body">
        <p class="comment-head">
          <strong>{row.own ? 'You' : who}</strong>
          <span class="hint" title={moment(row.createdAt)}>
            {ago(row.createdAt)} · {placeOf(row, platforms)} · {account?.name ?? row.adAccountId}
          </span>
          {row.hidden && <Badge tone="calm">Hidden</Badge>}
        </p>
        <button type="button" class="comment-text" aria-expanded={isOpen} onClick={onOpen}>
          {row.text === '' ? 'No words' : row.text}
        </button>
        {row.hiddenBy !== null && (
          <p class="hint">
            Hidden by the filter “{row.hiddenBy.name}” for {row.hiddenBy.reason}
          </p>
        )}
        {row.flaggedBy.map(({ filterId, name, reason }) => (
          <p key={filterId} class="hint">
            The filter “{name}” would hide it for {reason}
          </p>
        ))}
        {isOpen && (
          <Opened
            row={row}
            mayChange={mayChange}
            replyBox={replyBox}
            onHide={onHide}
            onChanged={onChanged}
          />
        )}
      </div>
    </li>
  );
}

function Picture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span class="comment-picture">
      {url === null || isBroken ? (
        <Icon name="media" size={22} />
      ) : (
        <img src={url} alt="The ad" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

type OpenedProps = Pick<RowProps, 'row' | 'mayChange' | 'replyBox' | 'onHide' | 'onChanged'>;

function Opened({ row, mayChange, replyBox, onHide, onChanged }: OpenedProps) {
  const { data } = useResource('comments.get', { id: row.id });
  const like = async () => {
    if (
      (await attempt(() => client.comments.like({ id: row.id, liked: !row.liked }))) !== undefined
    )
      onChanged();
  };
  const deletion = useConfirm<CommentRow>(
    'Delete',
    ({ author }) => `the comment of ${author.name ?? 'a visitor'}`,
    ({ id }) => act(() => client.comments.delete({ id }), 'The comment is deleted.', onChanged),
  );
  return (
    <>
      <OfAd row={row} />
      {data !== undefined && data.replies.length > 0 && (
        <ul class="replies" aria-label="Replies">
          {data.replies.map((reply) => (
            <li key={reply.id}>
              <strong>{reply.own ? 'You' : (reply.author.name ?? 'A visitor')}</strong> {reply.text}
              <span class="hint"> {ago(reply.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayChange && row.cannot !== null && <p class="hint">{row.cannot}</p>}
      {mayChange && row.can.reply && <ReplyForm row={row} replyBox={replyBox} onSent={onChanged} />}
      <div class="comment-actions">
        {mayChange && row.can.hide && (
          <Button onClick={onHide}>{row.hidden ? 'Show again' : 'Hide'}</Button>
        )}
        {mayChange && row.can.like && (
          <Button kind="quiet" onClick={like}>
            {row.liked ? 'Unlike' : 'Like'}
          </Button>
        )}
        {mayChange && row.can.delete && (
          <Button kind="quiet" icon="trash" onClick={() => deletion.ask(row)}>
            Delete
          </Button>
        )}
        {row.permalink !== null && (
          <a class="button quiet" href={row.permalink} target="_blank" rel="noreferrer">
            <Icon name="outside" /> Open the post
          </a>
        )}
      </div>
      {deletion.question(
        'It is deleted at the platform with the replies to it, and cannot be brought back. Hiding can.',
      )}
    </>
  );
}

/** The ad or post that the comment is on. An ad without figures is called by its headline. */
function OfAd({ row }: { row: CommentRow }) {
  const days = { startDate: dayBefore(90), endDate: dayBefore(0) };
  const of =
    row.adId === null ? undefined : { accountIds: [row.adAccountId], 'filters[adId]': [row.adId] };
  const figures = useResource(
    'reports.query',
    of && { ...of, ...days, groupBy: 'adId', metrics: 'spend', limit: 1 },
  );
  const name = figures.data?.data[0]?.adName;
  const isNameless = figures.problem !== undefined || (figures.data !== undefined && !name);
  const { data } = useResource(
    'manage.adCreativeSpecs',
    row.adId !== null && isNameless ? { adIds: [row.adId] } : undefined,
  );
  return (
    <p class="hint">
      {row.adId === null ? (
        `On the post ${row.postId ?? ''}`
      ) : (
        <>
          On the ad{' '}
          <a href={adHref(row)} dir="auto">
            {name ?? data?.data[0]?.titles?.[0] ?? row.adId}
          </a>
          {row.adIds.length > 1 && ` and ${row.adIds.length - 1} more`}
        </>
      )}
    </p>
  );
}

type ReplyProps = Pick<OpenedProps, 'row' | 'replyBox'> & { readonly onSent: () => void };

function ReplyForm({ row, replyBox, onSent }: ReplyProps) {
  const [typed, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const text = typed.trim();
  const saved = useResource('savedReplies.list', { limit: 200 });
  const send = async () => {
    setBusy(true);
    const answer = await act(
      () => client.comments.reply({ id: row.id, text }),
      ({ status }) => (status === 'sent' ? 'The reply is sent.' : 'The reply is on its way.'),
    );
    setBusy(false);
    if (answer === undefined) return;
    setText('');
    onSent();
  };
  const keep = () =>
    act(
      () => client.savedReplies.create({ name: text.slice(0, 60), text }),
      'Saved for later use.',
      saved.reload,
    );
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={`Reply to ${row.author.name ?? 'this comment'}`}>
        <textarea
          ref={replyBox ?? null}
          rows={2}
          maxLength={8000}
          required
          value={typed}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </Field>
      <div class="comment-actions">
        <Button type="submit" kind="primary" busy={busy} disabled={text === ''}>
          Reply
        </Button>
        {(saved.data?.data.length ?? 0) > 0 && (
          <Select
            aria-label="Saved replies"
            none="Saved replies"
            value=""
            choices={named(saved.data?.data)}
            onValue={(chosen) =>
              setText(saved.data?.data.find(({ id }) => id === chosen)?.text ?? typed)
            }
          />
        )}
        <Button kind="quiet" disabled={text === ''} onClick={keep}>
          Save this text
        </Button>
      </div>
    </form>
  );
}
