import type { Column } from '../../../../core/sheet/columns.ts';
import { headerOf, readHeaders } from '../../../../core/sheet/headers.ts';

/** Headers of bulk exports and everyday sheets, without spaces and signs. */
const FOREIGN: { readonly [header: string]: string } = {
  ...{ body: 'description', bodytext: 'description', text: 'description', copy: 'description', message: 'description' },
  ...{ imagefilename: 'media[0].url', videofilename: 'media[0].url', image: 'media[0].url', video: 'media[0].url' },
  ...{ filename: 'media[0].url', creative: 'media[0].url', asset: 'media[0].url' },
  ...{ adstatus: 'status', adsetname: 'adSets', adsetid: 'adSets', name: 'adName', adtitle: 'title', title: 'title' },
  ...{ url: 'link', websiteurl: 'link', destinationurl: 'link', landingpage: 'link', finalurl: 'link' },
  ...{ urltags: 'utmTags', urlparameters: 'utmTags', cta: 'cta', calltoaction: 'cta', button: 'cta' },
  ...{ linkdescription: 'adDescription', pageid: 'page', adaccountname: 'adAccountId', accountname: 'adAccountId' },
};

const REMEMBERED = 'slipway-columns';
export const LEAVE_OUT = '';

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

function remembered(): { readonly [header: string]: string } {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as { readonly [header: string]: string };
  } catch {
    return {};
  }
}

export function remember(header: string, key: string): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ ...remembered(), [plain(header)]: key }));
  } catch {
    // Without storage it is asked again.
  }
}

/** Replaces foreign headers by those of Slipway. */
export function knownHeaders(headers: readonly string[], columns: readonly Column[]): readonly string[] {
  const said = remembered();
  const now = [...headers];
  headers.forEach((header, position) => {
    const { columns: known, positions } = readHeaders(now, columns);
    const isKnown = known.some((each) => each.position === position);
    const key = said[plain(header)] ?? (isKnown ? undefined : FOREIGN[plain(header)]);
    if (key === undefined) return;
    if (key === LEAVE_OUT || (positions.has(key) && positions.get(key) !== position)) return;
    now[position] = headerOf(columns, key) ?? header;
  });
  return now;
}
