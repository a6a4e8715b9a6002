import { useEffect, useMemo, useState } from 'preact/hooks';
import { client } from '../../base/api.ts';
import type { NamedFile } from '../../rows/kept-rows.ts';

const PAGE = 200;

export interface MediaNames {
  /** False until every wanted name was found or the library was read whole. */
  readonly isRead: boolean;
  addressOf(name: string): string | undefined;
  pictureOf(name: string): string | undefined;
  /** Whether the name stands for different contents. */
  hasSeveral(name: string): boolean;
}

export const plainName = (name: string): string => name.split('/').pop()?.toLowerCase() ?? '';

/** Reads the library, newest first, until every wanted name is found. `fresh`: uploads of this page, oldest first. */
export function useMediaNames(wanted: readonly string[], fresh: readonly NamedFile[]): MediaNames {
  const [items, setItems] = useState<readonly NamedFile[]>([]);
  const [isWhole, setWhole] = useState(false);
  const names = useMemo(() => [...new Set(wanted.map(plainName))], [wanted.join('\n')]);
  const files = useMemo(() => byName([...fresh].reverse(), items), [items, fresh]);
  const isOpen = !isWhole && (items.length === 0 || names.some((name) => !files.has(name)));

  useEffect(() => {
    if (!isOpen) return;
    let over = false;
    client.media
      .list({ limit: PAGE, offset: items.length })
      .then(({ data }) => {
        if (over) return;
        setItems([...items, ...data]);
        if (data.length < PAGE) setWhole(true);
      })
      // The check of the rows says what is missing.
      .catch(() => over || setWhole(true));
    return () => {
      over = true;
    };
  }, [isOpen, items]);

  const pictureOf = useMemo(() => (name: string) => smallPicture(files.get(plainName(name))?.[0]), [files]);
  return {
    isRead: !isOpen,
    pictureOf,
    addressOf: (name) => files.get(plainName(name))?.[0]?.url,
    hasSeveral: (name) => new Set((files.get(plainName(name)) ?? []).map(({ sha256, url }) => sha256 ?? url)).size > 1,
  };
}

function smallPicture(file: NamedFile | undefined): string | undefined {
  const [small] = file?.thumbnails ?? [];
  const url = small?.url ?? (file?.type === 'image' ? file.url : undefined);
  return url === undefined ? undefined : new URL(url, location.href).pathname;
}

function byName(...lists: readonly (readonly NamedFile[])[]): ReadonlyMap<string, readonly NamedFile[]> {
  const found = new Map<string, NamedFile[]>();
  for (const file of lists.flat())
    for (const name of new Set([file.originalName, file.filename].map(plainName))) {
      const same = found.get(name) ?? [];
      if (!same.some(({ url }) => url === file.url)) same.push(file);
      found.set(name, same);
    }
  return found;
}
