import { useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/client.ts';
import { Button, ProblemNote, Waiting } from './parts.tsx';
import { useResource } from './resource.ts';
import { capital } from './words.ts';

export type Card = AnswerOf<'previews.batch'>['data'][number]['cards'][number];

/** How an ad would look, place by place. `adId`: an ad that exists, which the platform may show itself. */
export function PreviewCards({ cards, adId }: { readonly cards: readonly Card[]; readonly adId?: string | undefined }) {
  if (cards.length === 0) return <p class="hint">Nothing is known of where this platform shows its ads.</p>;
  return (
    <ul class="previews">
      {cards.map((card) => (
        <li key={card.placement}>
          <PreviewCard card={card} />
          {adId !== undefined && card.ownFormat !== null && <OwnPreview adId={adId} format={card.ownFormat} label={card.label} />}
        </li>
      ))}
    </ul>
  );
}

/** One place. Full-screen ones have their texts over the picture, the others around it. */
function PreviewCard({ card }: { readonly card: Card }) {
  const { kind, label, texts, source, asOf, more } = card;
  const isFull = kind === 'story' || kind === 'reel' || kind === 'fullScreen';
  const words = (
    <div class="preview-words">
      {texts.headline && <strong dir="auto">{toldText(texts.headline)}</strong>}
      {texts.host && <span class="hint">{texts.host}</span>}
      {texts.description && <span dir="auto">{toldText(texts.description)}</span>}
      {texts.button && <span class="preview-button">{capital(texts.button.replace(/_/g, ' ').toLowerCase())}</span>}
    </div>
  );
  return (
    <figure class={`preview ${kind} ${isFull ? 'full' : ''}`}>
      <figcaption>{label}</figcaption>
      {texts.from && <p class="preview-from">{texts.from}</p>}
      {!isFull && texts.primary && <p dir="auto">{toldText(texts.primary)}</p>}
      <Picture card={card} />
      {more > 0 && <p class="hint">and {more} more cards</p>}
      {isFull && texts.primary && <p dir="auto">{toldText(texts.primary)}</p>}
      {words}
      <small class="hint">
        {source}, {asOf}
        {isFull && card.safeZone === null && '; what its own signs cover is not known'}
      </small>
    </figure>
  );
}

const toldText = ({ text, isClipped }: { readonly text: string; readonly isClipped: boolean }): string =>
  isClipped ? `${text}…` : text;

const percent = (share: number): string => `${share * 100}%`;

/** The real picture, cut as the place cuts it, with what the platform's own signs cover. */
function Picture({ card: { media, safeZone, label } }: { readonly card: Card }) {
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
    </div>
  );
}

/** The platform's own preview, in a frame of its own origin. It is asked for when somebody wants to see it. */
export function OwnPreview({ adId, format, label }: { readonly adId: string; readonly format: string; readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, problem, reload } = useResource('manage.adPreview', isOpen ? { adId, format } : undefined);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>As the platform shows it</Button>;
  if (problem) return <ProblemNote problem={problem} onRetry={reload} />;
  const address = data && frameAddress(data.html);
  if (data === undefined) return <Waiting rows={3} />;
  if (address === undefined) return <p class="hint">The platform’s answer holds no frame.</p>;
  return (
    <iframe
      class="own-preview"
      title={`${label}, as the platform shows it`}
      src={address}
      sandbox="allow-scripts allow-same-origin"
      referrerpolicy="no-referrer"
      loading="lazy"
    />
  );
}

/** Of what the platform sends only the address of its frame is used; none of its HTML gets into the page. */
export function frameAddress(html: string): string | undefined {
  const source = /<iframe\b[^>]{0,2000}?\bsrc="(https:\/\/[^"<>\s]{1,4000})"/i.exec(html)?.[1];
  return source?.replace(/&amp;/g, '&');
}
