import type { CopyRequest, CopyValues } from '../../../../core/ports/platform-changes.ts';
import { asRow, at, type Params, type Row, rowsOf, text } from '../../kit/json.ts';
import { kept } from '../../kit/rebuild.ts';
import { nameOfAd, parametersFor } from '../names.ts';
import { statusWords } from '../wire/values.ts';
import { NotCopyable } from './operation.ts';

type AdRequest = Pick<CopyRequest, 'status'> & {
  readonly marker?: string | undefined;
  readonly values?: CopyValues | undefined;
};

/** Without the mark of the launch that made it. */
export function adCreation(row: Row, adGroup: string, { status, marker, values }: AdRequest): Params {
  const ad = asRow(at(row, 'adGroupAd', 'ad')) ?? {};
  const search = asRow(ad.responsiveSearchAd);
  if (search === undefined || rowsOf(search.headlines).length === 0)
    throw new NotCopyable(`An ad of the type ${text(ad.type) ?? 'unknown'} cannot be copied: only responsive search ads can.`);
  const name = `${values?.adName ?? nameOfAd(ad)}${marker === undefined ? '' : ` ${marker}`}`;
  return {
    adGroup,
    status: statusWords[status],
    ad: {
      ...kept(ad, ['finalMobileUrls', 'trackingUrlTemplate', 'finalUrlSuffix']),
      finalUrls: values?.url === undefined ? ad.finalUrls : [values.url],
      ...(values?.urlTags !== undefined && { finalUrlSuffix: values.urlTags.replace(/^[?&]+/, '') }),
      urlCustomParameters: parametersFor(ad, name),
      responsiveSearchAd: {
        headlines: replaced(search.headlines, values?.headlines),
        descriptions: replaced(search.descriptions, values?.primaryTexts),
        ...kept(search, ['path1', 'path2']),
      },
    },
  };
}

/** Other words replace the first ones and keep their pins. */
function replaced(held: unknown, words: readonly string[] = []): readonly Params[] {
  const texts = rowsOf(held).map((each) => kept(each, ['text', 'pinnedField']));
  const changed = texts.map((each, index) => (words[index] === undefined ? each : { ...each, text: words[index] }));
  return [...changed, ...words.slice(texts.length).map((text_) => ({ text: text_ }))];
}
