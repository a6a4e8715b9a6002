import type { ComponentChildren } from 'preact';
import type { AnswerOf } from '../../base/api.ts';
import { spoken } from '../../base/words.ts';
import { OwnPreview } from '../../parts/own-preview.tsx';

type Card = AnswerOf<'previews.batch'>['data'][number]['cards'][number];

/** `adId`: an existing ad, which the platform may show itself. */
export function PreviewCards({
  cards,
  adId,
}: {
  cards: readonly Card[];
  adId?: string | undefined;
}) {
  if (cards.length === 0)
    return <p class="hint">Nothing is known of where this platform shows its ads.</p>;
  return (
    <ul class="previews">
      {cards.map((card) => (
        <li key={card.placement}>
          <PreviewCard card={card} />
          {adId !== undefined && card.ownFormat !== null && (
            <OwnPreview adId={adId} format={card.ownFormat} label={card.label} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Full-screen places with known zones have texts over the picture, others around it. */
function PreviewCard({ card }: { card: Card }) {
  const { kind, label, texts, media, source, asOf, more, safeZone } = card;
  const isFull = kind === 'story' || kind === 'reel' || kind === 'fullScreen';
  const primary = texts.primary && <p dir="auto">{toldText(texts.primary)}</p>;
  const words = hasWords(texts) && <Words texts={texts} />;
  const under = isFull && media !== null ? safeZone?.bottom : undefined;
  return (
    <figure class={`preview ${kind}`}>
      <figcaption>{label}</figcaption>
      <div class="preview-frame">
        {under === undefined && <From texts={texts} />}
        {under === undefined && primary}
        <Picture card={card}>
          {under !== undefined && <From texts={texts} />}
          {under !== undefined && words && (
            <div class="preview-over" style={{ height: percent(under) }}>
              {words}
            </div>
          )}
        </Picture>
        {under === undefined ? words : primary}
      </div>
      {more > 0 && <p class="hint">and {more} more cards</p>}
      <details class="preview-source">
        <summary>Where this comes from</summary>
        {source}, {asOf}
      </details>
      {isFull && (
        <p class="hint">
          {safeZone === null
            ? 'What its own signs cover is not known.'
            : 'Inside the dashes nothing is covered.'}
        </p>
      )}
    </figure>
  );
}

const From = ({ texts: { from } }: Pick<Card, 'texts'>) =>
  from ? <p class="preview-from">{from}</p> : null;

const hasWords = ({ headline, host, description, button }: Card['texts']): boolean =>
  [headline, host, description, button].some(Boolean);

function Words({ texts: { headline, host, description, button } }: Pick<Card, 'texts'>) {
  return (
    <div class="preview-words">
      <div>
        {host && <span class="preview-host">{host}</span>}
        {headline && <strong dir="auto">{toldText(headline)}</strong>}
        {description && <span dir="auto">{toldText(description)}</span>}
      </div>
      {button && <span class="preview-button">{spoken(button)}</span>}
    </div>
  );
}

const toldText = ({
  text,
  isClipped,
}: {
  readonly text: string;
  readonly isClipped: boolean;
}): string => (isClipped ? `${text}…` : text);

const percent = (share: number): string => `${share * 100}%`;

function Picture({
  card: { media, safeZone, label },
  children,
}: {
  card: Card;
  children: ComponentChildren;
}) {
  if (media === null) return null;
  const { url, type, filename, thumbnail, ratio } = media;
  const source = type === 'video' ? thumbnail : url;
  return (
    <div class="preview-picture" style={{ aspectRatio: String(ratio) }}>
      {source !== null ? (
        <img src={source} alt={`${filename}, as ${label} shows it`} loading="lazy" />
      ) : type === 'video' && url !== null ? (
        <video src={url} muted preload="metadata" aria-label={filename} />
      ) : (
        <span class="hint">{filename}</span>
      )}
      {safeZone !== null && (
        <div
          class="safe-zone"
          role="img"
          aria-label="What stays visible"
          style={{
            top: percent(safeZone.top),
            bottom: percent(safeZone.bottom),
            left: percent(safeZone.left),
            right: percent(safeZone.right),
          }}
        />
      )}
      {children}
    </div>
  );
}
