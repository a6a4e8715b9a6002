import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import { useResource } from '../../base/resource.ts';
import type { CommentRow } from '../../base/shapes.ts';
import { ago, moment } from '../../base/words.ts';
import { Confirm } from '../../parts/dialogs.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Badge, Button, Field } from '../../parts/parts.tsx';
import { attempt, say } from '../../parts/toasts.tsx';

interface RowProps {
  readonly row: CommentRow;
  readonly isOpen: boolean;
  readonly isPicked: boolean;
  readonly mayChange: boolean;
  /** Absent where it is not the open one. */
  readonly replyBox: RefObject<HTMLTextAreaElement | null> | undefined;
  readonly onOpen: () => void;
  readonly onPick: () => void;
  readonly onHide: () => void;
  readonly onChanged: () => void;
}

const places = { feed: 'Page', photo: 'Photo network', video: 'Video network' } as const;

/** One comment with the picture of its ad beside it; open, it can be answered. */
export function InboxRow({ row, isOpen, isPicked, mayChange, replyBox, onOpen, onPick, onHide, onChanged }: RowProps) {
  const element = useRef<HTMLLIElement>(null);
  const who = row.author.name ?? 'Somebody';
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={element} class={`comment${isOpen ? ' open' : ''}${row.hidden ? ' dim' : ''}`}>
      {mayChange && row.can.hide && (
        <input type="checkbox" class="pick" checked={isPicked} aria-label={`Select the comment of ${who}`} onChange={onPick} />
      )}
      <Picture url={row.pictureUrl} />
      <div class="comment-body">
        <p class="comment-head">
          <strong>{row.own ? 'You' : who}</strong>
          <span class="hint" title={moment(row.createdAt)}>
            {ago(row.createdAt)} · {places[row.placement]}
          </span>
          {row.answered === false && !row.hidden && <Badge tone="warn">Unanswered</Badge>}
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
        {isOpen && <Opened row={row} mayChange={mayChange} replyBox={replyBox} onHide={onHide} onChanged={onChanged} />}
      </div>
    </li>
  );
}

/** Pictures of platforms come and go: without one a drawing stands in its place. */
function Picture({ url }: { readonly url: string | null }) {
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
  const [isLeaving, setLeaving] = useState(false);
  const like = async (): Promise<void> => {
    if ((await attempt(() => client.comments.like({ id: row.id, liked: !row.liked }))) !== undefined) onChanged();
  };
  const remove = async (): Promise<void> => {
    setLeaving(false);
    if ((await attempt(() => client.comments.delete({ id: row.id }))) === undefined) return;
    say('The comment is deleted.');
    onChanged();
  };
  return (
    <>
      {data !== undefined && data.replies.length > 0 && (
        <ul class="replies" aria-label="Replies">
          {data.replies.map((reply) => (
            <li key={reply.id}>
              <strong>{reply.own ? 'You' : (reply.author.name ?? 'Somebody')}</strong> {reply.text}
              <span class="hint"> {ago(reply.createdAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayChange && row.can.reply && <ReplyForm row={row} replyBox={replyBox} onSent={onChanged} />}
      <div class="comment-actions">
        {mayChange && row.can.hide && <Button onClick={onHide}>{row.hidden ? 'Show again' : 'Hide'}</Button>}
        {mayChange && row.can.like && (
          <Button kind="quiet" onClick={() => void like()}>
            {row.liked ? 'Unlike' : 'Like'}
          </Button>
        )}
        {mayChange && row.can.delete && (
          <Button kind="quiet" icon="trash" onClick={() => setLeaving(true)}>
            Delete
          </Button>
        )}
        {row.permalink !== null && (
          <a class="button quiet" href={row.permalink} target="_blank" rel="noreferrer">
            <Icon name="outside" /> Open there
          </a>
        )}
      </div>
      <Confirm
        verb="Delete"
        name={isLeaving ? `the comment of ${row.author.name ?? 'somebody'}` : undefined}
        onClose={() => setLeaving(false)}
        onConfirm={() => void remove()}
      >
        <p>It is deleted at the platform with the replies to it, and cannot be brought back. Hiding can.</p>
      </Confirm>
    </>
  );
}

function ReplyForm({
  row,
  replyBox,
  onSent,
}: {
  readonly row: CommentRow;
  readonly replyBox: OpenedProps['replyBox'];
  readonly onSent: () => void;
}) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const saved = useResource('savedReplies.list', { limit: 200 });
  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await attempt(() => client.comments.reply({ id: row.id, text: text.trim() }));
    setBusy(false);
    if (answer === undefined) return;
    say(answer.status === 'sent' ? 'The reply is sent.' : 'The reply is on its way.');
    setText('');
    onSent();
  };
  const keep = async (): Promise<void> => {
    const name = text.trim().slice(0, 60);
    if ((await attempt(() => client.savedReplies.create({ name, text: text.trim() }))) === undefined) return;
    say('Saved for later use.');
    saved.reload();
  };
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
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      </Field>
      <div class="comment-actions">
        <Button type="submit" kind="primary" busy={busy} disabled={text.trim() === ''}>
          Reply
        </Button>
        {(saved.data?.data.length ?? 0) > 0 && (
          <select
            aria-label="Saved replies"
            value=""
            onChange={(event) => {
              const chosen = saved.data?.data.find(({ id }) => id === event.currentTarget.value);
              if (chosen !== undefined) setText(chosen.text);
            }}
          >
            <option value="">Saved replies</option>
            {saved.data?.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <Button kind="quiet" disabled={text.trim() === ''} onClick={() => void keep()}>
          Save this text
        </Button>
      </div>
    </form>
  );
}
