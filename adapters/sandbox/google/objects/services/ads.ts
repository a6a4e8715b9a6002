import type { Json } from '../../../entity.ts';
import { isList, isObject } from '../../../kit/json.ts';
import { kinds, lastPart, words } from '../../wire/call.ts';
import { each, type Message, message } from '../shapes.ts';
import { checkAd, listAt } from './ad-checks.ts';
import { bare, type Service, statuses, urls } from './service.ts';

const pins = ['HEADLINE_1', 'HEADLINE_2', 'HEADLINE_3', 'DESCRIPTION_1', 'DESCRIPTION_2'];
const texts = each(message({ text: 'text', pinnedField: pins, asset: 'text' }));

const adFields: Message = {
  ...{ resourceName: 'text', finalUrls: each('text'), finalMobileUrls: each('text'), name: 'text', ...urls },
  responsiveSearchAd: message({ headlines: texts, descriptions: texts, path1: 'text', path2: 'text' }),
};

/** For tests: the name in a custom parameter, else the first headline. */
function adName(ad: Json | undefined): string {
  if (!isObject(ad)) return '';
  const parameters = isList(ad.urlCustomParameters) ? ad.urlCustomParameters : [];
  const named = parameters.flatMap((each_) => (isObject(each_) && each_.key === 'adname' ? [words(each_.value)] : []))[0];
  const [headline] = listAt(ad, 'responsiveSearchAd', 'headlines');
  return named === undefined
    ? isObject(headline)
      ? words(headline.text)
      : ''
    : decodeURIComponent(named.replace(/_([0-9a-f]{2})/g, '%$1'));
}

export const adGroupAds: Service = {
  ...{ collection: 'adGroupAds', name: 'adGroupAd', kind: kinds.ad },
  fields: { resourceName: 'text', status: statuses, adGroup: 'text', ad: message(adFields) },
  required: ['adGroup', 'ad'],
  immutable: ['adGroup', 'ad'],
  ...{ updates: true, removes: true },
  above: ({ adGroup }) => [words(adGroup)],
  idOf: ({ adGroup }, newId) => `${lastPart(adGroup)}~${newId()}`,
  worldId: (id) => id.split('~')[1] ?? id,
  made: (data, id, customer) => ({
    status: data.status ?? 'ENABLED',
    ad: {
      ...(isObject(data.ad) ? data.ad : {}),
      ...{
        id: id.split('~')[1] ?? '',
        resourceName: `customers/${customer}/ads/${id.split('~')[1]}`,
        type: 'RESPONSIVE_SEARCH_AD',
      },
    },
    heldName: adName(data.ad),
    heldParent: lastPart(data.adGroup),
  }),
  check(data, draft, path, isNew) {
    draft.needs(kinds.adGroup, words(data.adGroup), [...path, { name: 'ad_group' }]);
    if (isNew) checkAd(data.ad, [...path, { name: 'ad' }], draft);
  },
};

/** Another service than the one that adds ads to ad groups. */
export const ads: Service = {
  ...{ collection: 'ads', name: 'ad', kind: kinds.ad, fields: adFields, required: [], immutable: ['name'], updates: true },
  above: () => [],
  idOf: (_, newId) => newId(),
  worldId: bare,
  made: (data) => ({ heldName: adName(data) }),
  check: (data, draft, path) => checkAd(data, path, draft),
};
