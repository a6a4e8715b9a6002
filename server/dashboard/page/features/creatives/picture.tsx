import { useState } from 'preact/hooks';
import type { RowOf } from '../../base/api.ts';
import { plural } from '../../base/words.ts';
import { Icon } from '../../parts/icons.tsx';

export type CreativeRow = RowOf<'reports.topCreatives'>;

/** Platforms' addresses of pictures stop working after some hours: then a sign stands there. */
export function Picture({ url, size }: { url: string | null; size?: number }) {
  const [isGone, setGone] = useState(url === null);
  if (url === null || isGone)
    return (
      <span class="no-picture" title="The platform has no picture at this address any more">
        <Icon name="media" size={22} />
      </span>
    );
  return (
    <img
      src={pathOf(url)}
      alt=""
      loading="lazy"
      {...(size && { width: size, height: size })}
      onError={() => setGone(true)}
    />
  );
}

interface CreativeProps {
  row: CreativeRow;
  groupBy: string;
}

export function Creative({ row, groupBy }: CreativeProps) {
  const { mediaIds, thumbnailUrl, similarAssets, accountIds } = row;
  const name = nameOf({ row, groupBy });
  return (
    <span class="creative">
      {thumbnailUrl !== null && <Picture url={thumbnailUrl} size={64} />}
      <span>
        {mediaIds[0] === undefined ? (
          <strong>{name}</strong>
        ) : (
          <a href={`#/library/${mediaIds[0]}`}>{name}</a>
        )}
        <span class="hint nowrap">
          {row.firstDay} to {row.lastDay}
        </span>
        {accountIds.length > 1 && (
          <span class="hint">
            {plural(accountIds.length, 'account')} on {plural(row.platforms.length, 'platform')}
          </span>
        )}
        {similarAssets.length > 0 && (
          <a href={`#/library/${mediaIds[0]}`}>{plural(similarAssets.length, 'similar file')}</a>
        )}
      </span>
    </span>
  );
}

function pathOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/media/') ? pathname : url;
}

export function nameOf({ row, groupBy }: CreativeProps): string {
  if (groupBy !== 'asset')
    return String(
      (row.name as { readonly [field: string]: unknown } | null)?.[groupBy.slice('name.'.length)] ??
        'Not in the name',
    );
  if (row.asset == null) return 'Not known';
  const [ref = ''] = row.asset.split('/').slice(-1);
  return (
    row.title ??
    `${row.asset.startsWith('set-') ? 'Several files' : 'Not in your library'} · ${ref.slice(0, 6)}`
  );
}
