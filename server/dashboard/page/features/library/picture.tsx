import type { Asset } from './data.ts';

export function Picture({
  asset,
  large = false,
}: {
  asset: Pick<Asset, 'thumbnails' | 'type' | 'url'>;
  large?: boolean;
}) {
  const small = large
    ? asset.thumbnails?.[asset.thumbnails.length - 1]
    : (asset.thumbnails?.[1] ?? asset.thumbnails?.[0]);
  const path = new URL(small?.url ?? asset.url).pathname;
  return (
    <span class={`asset-picture${large ? ' large' : ''}`}>
      {small !== undefined || asset.type === 'image' ? (
        <img src={path} alt="" loading="lazy" decoding="async" />
      ) : (
        <video src={`${path}#t=0.1`} preload="metadata" muted tabIndex={-1} aria-hidden="true" />
      )}
    </span>
  );
}
