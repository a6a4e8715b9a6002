import { dayOf } from '../../kit/calendar.ts';
import { isTooNew } from '../../kit/faults.ts';
import { isObject } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, Table } from '../../types.ts';
import { formatTime, kinds, lastPart, type Turn, words } from '../wire.ts';

/** Criterion ids of the platform. */
const ages = {
  AGE_RANGE_18_24: '503001',
  AGE_RANGE_25_34: '503002',
  AGE_RANGE_35_44: '503003',
  AGE_RANGE_45_54: '503004',
  AGE_RANGE_55_64: '503005',
  AGE_RANGE_65_UP: '503006',
  AGE_RANGE_UNDETERMINED: '503999',
};
const genders = { MALE: '10', FEMALE: '11', UNDETERMINED: '20' };

const views = {
  ageRange: { words: ages, view: 'ageRangeView', path: 'ageRangeViews', type: 'AGE_RANGE' },
  gender: { words: genders, view: 'genderView', path: 'genderViews', type: 'GENDER' },
};

/** Shares the figures of ad groups out among people. */
function peopleRows(by: keyof typeof views, adGroups: readonly SourceRow[]): readonly SourceRow[] {
  const { words, view, path, type } = views[by];
  const keys = Object.keys(words);
  return adGroups.flatMap(({ resources, ads = [] }) =>
    Object.entries(words).map(([word, id]) => {
      const place = `customers/${resources.customer?.id}/${path}/${resources.adGroup?.id}~${id}`;
      return {
        resources: {
          ...resources,
          adGroupCriterion: {
            resourceName: place.replace(path, 'adGroupCriteria'),
            criterionId: id,
            type,
            status: 'ENABLED',
            negative: false,
            [by]: { type: word },
          },
          [view]: { resourceName: place },
        },
        ads,
        share: { keys, key: word },
      };
    }),
  );
}

/** A row before selection. */
export interface SourceRow {
  readonly resources: Table<JsonObject>;
  /** With this row's share of their figures. */
  readonly ads?: readonly Entity[];
  readonly share?: { readonly keys: readonly string[]; readonly key: string };
  readonly country?: string;
}

const reviewMs = 5_000;

export function sourceRows(turn: Turn, from: string): readonly SourceRow[] {
  const read = readers[from];
  return read === undefined ? [] : read(turn);
}

type Reader = (turn: Turn) => readonly SourceRow[];

const simple =
  (name: keyof typeof kinds): Reader =>
  (turn) =>
    all(turn, kinds[name]).map((each) => ({ resources: { ...base(turn), [name]: plain(each) } }));

/** Below another object, with the asset they link. */
const linked =
  (
    key: keyof typeof kinds,
    above: 'campaign' | 'adGroup' | 'assetGroup',
    name: string = key,
  ): Reader =>
  (turn) =>
    all(turn, kinds[key]).map((each) => {
      const owner = each.parents
        .map((id) => turn.world.get(id))
        .find((found) => found?.kind === kinds[above]);
      const campaign = above === 'campaign' ? owner : turn.world.get(owner?.parents[1] ?? '');
      const asset = turn.world.get(`asset:${lastPart(each.data.asset)}`);
      return {
        resources: {
          ...ofCampaign(turn, campaign),
          ...(owner !== undefined && above !== 'campaign' && { [above]: withPrimary(owner) }),
          ...(asset !== undefined && { asset: plain(asset) }),
          [name]: plain(each),
        },
      };
    });

const readers: Table<Reader> = {
  customer: (turn) => [
    { resources: { customer: customerOf(turn.customer) }, ads: all(turn, kinds.ad) },
  ],
  customer_client(turn) {
    const own = turn.customer;
    const below =
      own.data.manager === true
        ? turn.world
            .entities(kinds.customer)
            .filter(({ company, id }) => company === own.company && id !== own.id)
        : [];
    return [own, ...below].map((client) => ({
      resources: {
        customer: customerOf(own),
        customerClient: {
          ...customerOf(client),
          resourceName: `customers/${own.id}/customerClients/${client.id}`,
          clientCustomer: `customers/${client.id}`,
          level: client.id === own.id ? '0' : '1',
          hidden: false,
        },
      },
    }));
  },
  campaign: (turn) =>
    all(turn, kinds.campaign).map((each) => ({
      resources: ofCampaign(turn, each),
      ads: under(turn, kinds.ad, each),
    })),
  campaign_budget: (turn) =>
    all(turn, kinds.budget).map((each) => ({
      resources: { ...base(turn), campaignBudget: budgetOf(turn, each) },
    })),
  ad_group: (turn) => adGroups(turn),
  age_range_view: (turn) => peopleRows('ageRange', adGroups(turn)),
  gender_view: (turn) => peopleRows('gender', adGroups(turn)),
  ad_group_ad: (turn) =>
    all(turn, kinds.ad).map((each) => ({
      resources: { ...ofAdGroup(turn, parent(turn, each)), adGroupAd: adOf(turn, each) },
      ads: [each],
    })),
  ad_group_criterion: (turn) => criteria(turn).map(({ resources }) => ({ resources })),
  keyword_view: (turn) =>
    criteria(turn).filter(({ isKeyword, negative }) => isKeyword && !negative),
  campaign_criterion: (turn) =>
    all(turn, kinds.campaignCriterion).map((each) => ({
      resources: {
        ...ofCampaign(turn, turn.world.get(each.parents[1] ?? '')),
        campaignCriterion: plain(each),
      },
    })),
  search_term_view: (turn) => searchTerms(turn),
  conversion_action: simple('conversionAction'),
  asset: simple('asset'),
  // Kept for 60 days.
  lead_form_submission_data: (turn) =>
    all(turn, kinds.lead)
      .filter(({ created }) => turn.world.now() - created < 60 * 86_400_000)
      .map((each) => ({ resources: { ...base(turn), leadFormSubmissionData: plain(each) } })),
  asset_group: (turn) =>
    all(turn, kinds.assetGroup).map((each) => ({
      resources: {
        ...ofCampaign(turn, turn.world.get(each.parents[1] ?? '')),
        assetGroup: withPrimary(each),
      },
      ads: [each],
    })),
  asset_group_asset: linked('assetGroupAsset', 'assetGroup'),
  asset_group_signal: linked('assetGroupSignal', 'assetGroup'),
  asset_group_listing_group_filter: linked(
    'listingGroupFilter',
    'assetGroup',
    'assetGroupListingGroupFilter',
  ),
  campaign_shared_set: linked('campaignSharedSet', 'campaign'),
  ad_group_bid_modifier: linked('bidModifier', 'adGroup', 'adGroupBidModifier'),
  bidding_strategy: simple('biddingStrategy'),
  campaign_asset: linked('campaignAsset', 'campaign'),
  ad_group_asset: linked('adGroupAsset', 'adGroup'),
  geographic_view: (turn) =>
    all(turn, kinds.campaign).flatMap((each) =>
      countriesOf(turn.customer).map((country) => ({
        resources: {
          ...ofCampaign(turn, each),
          geographicView: {
            resourceName: `customers/${turn.customer.id}/geographicViews/${countryIds[country]}~LOCATION_OF_PRESENCE`,
            countryCriterionId: String(countryIds[country]),
            locationType: 'LOCATION_OF_PRESENCE',
          },
        },
        ads: under(turn, kinds.ad, each),
        country,
      })),
    ),
  change_event: (turn) =>
    all(turn, kinds.change).map((each) => ({
      resources: { ...base(turn), changeEvent: changeOf(turn, each) },
    })),
};

export const countriesOf = (customer: Entity) =>
  customer.data.currencyCode === 'EUR' ? ['DE', 'FR', 'GB'] : ['US', 'CA'];

const countryIds: Table<number> = { DE: 2276, FR: 2250, GB: 2826, US: 2840, CA: 2124 };

const all = (turn: Turn, kind: string) =>
  turn.world.entities(kind, turn.customer.id).filter((each) => !isTooNew(turn, each, 'list-lag'));

const under = (turn: Turn, kind: string, above: Entity) => turn.world.entities(kind, above.id);

const adGroups = (turn: Turn): readonly SourceRow[] =>
  all(turn, kinds.adGroup).map((each) => ({
    resources: ofAdGroup(turn, each),
    ads: under(turn, kinds.ad, each),
  }));

const parent = (turn: Turn, { parents }: Entity) => turn.world.get(parents[2] ?? '');

const base = (turn: Turn): { readonly customer: JsonObject } => ({
  customer: customerOf(turn.customer),
});

/** Without the sandbox's own fields. */
function plain({ data }: Entity): JsonObject {
  const {
    heldContent: _content,
    spans: _spans,
    heldName: _name,
    heldParent: _parent,
    reviewedAt: _reviewed,
    topics: _topics,
    ...shown
  } = data;
  return shown;
}

function customerOf({ id, data }: Entity): JsonObject {
  return { resourceName: `customers/${id}`, id, ...data };
}

const primaryOf = (status: Json | undefined) => (status === 'ENABLED' ? 'ELIGIBLE' : words(status));

const withPrimary = (each: Entity): JsonObject => ({
  ...plain(each),
  primaryStatus: primaryOf(each.data.status),
});

function ofCampaign(turn: Turn, campaign: Entity | undefined): Table<JsonObject> {
  if (campaign === undefined) return base(turn);
  const budget = turn.world.get(`budget:${lastPart(campaign.data.campaignBudget)}`);
  return {
    ...base(turn),
    campaign: {
      ...withPrimary(campaign),
      servingStatus: campaign.data.status === 'ENABLED' ? 'SERVING' : 'NONE',
    },
    ...(budget !== undefined && { campaignBudget: budgetOf(turn, budget) }),
  };
}

function budgetOf(turn: Turn, budget: Entity): JsonObject {
  const users = turn.world
    .entities(kinds.campaign, turn.customer.id)
    .filter(
      ({ data }) => data.campaignBudget === budget.data.resourceName && data.status !== 'REMOVED',
    );
  return { ...plain(budget), referenceCount: String(users.length) };
}

function ofAdGroup(turn: Turn, adGroup: Entity | undefined): Table<JsonObject> {
  if (adGroup === undefined) return base(turn);
  return {
    ...ofCampaign(turn, turn.world.get(adGroup.parents[1] ?? '')),
    adGroup: withPrimary(adGroup),
  };
}

function adOf(turn: Turn, ad: Entity): JsonObject {
  const reviewed = turn.world.now() >= Number(ad.data.reviewedAt ?? ad.created + reviewMs);
  // written as a list of words
  const topics = Array.isArray(ad.data.topics) ? (ad.data.topics as readonly string[]) : [];
  return {
    ...withPrimary(ad),
    adStrength: 'AVERAGE',
    policySummary: {
      reviewStatus: reviewed ? 'REVIEWED' : 'REVIEW_IN_PROGRESS',
      approvalStatus: reviewed ? (topics.length > 0 ? 'DISAPPROVED' : 'APPROVED') : 'UNKNOWN',
      policyTopicEntries: reviewed ? topics.map((topic) => ({ topic, type: 'PROHIBITED' })) : [],
    },
  };
}

interface CriterionRow extends SourceRow {
  readonly negative: boolean;
  readonly isKeyword: boolean;
}

/** Keywords share the figures of their ad group. */
function criteria(turn: Turn): readonly CriterionRow[] {
  return all(turn, kinds.criterion).map((each) => {
    const adGroup = turn.world.get(each.parents[2] ?? '');
    const keys = turn.world
      .entities(kinds.criterion, adGroup?.id ?? '')
      .filter(({ data }) => data.negative !== true && data.keyword !== undefined)
      .map(({ id }) => id);
    const shown = {
      ...withPrimary(each),
      approvalStatus: 'APPROVED',
      systemServingStatus: 'ELIGIBLE',
    };
    return {
      resources: {
        ...ofAdGroup(turn, adGroup),
        adGroupCriterion: shown,
        keywordView: {
          resourceName: words(each.data.resourceName).replace('adGroupCriteria', 'keywordViews'),
        },
      },
      ads: adGroup === undefined ? [] : under(turn, kinds.ad, adGroup),
      share: { keys, key: each.id },
      negative: each.data.negative === true,
      isKeyword: each.data.keyword !== undefined,
    };
  });
}

function searchTerms(turn: Turn): readonly SourceRow[] {
  const terms = ['buy boats', 'boat near me', 'cheap boats'];
  return all(turn, kinds.adGroup)
    .filter((each) => under(turn, kinds.ad, each).length > 0)
    .flatMap((each) =>
      terms.map((term) => ({
        resources: {
          ...ofAdGroup(turn, each),
          searchTermView: {
            resourceName: `customers/${turn.customer.id}/searchTermViews/${each.parents[1]}~${each.id}~${btoa(term)}`,
            searchTerm: term,
            adGroup: words(each.data.resourceName),
            status: 'NONE',
          },
        },
        ads: under(turn, kinds.ad, each),
        share: { keys: terms, key: term },
      })),
    );
}

function changeOf(turn: Turn, { data, created }: Entity): JsonObject {
  const zone = words(turn.customer.data.timeZone);
  return { ...data, changeDateTime: formatTime(created, zone) };
}

export const today = (turn: Turn) => dayOf(turn.world.now(), words(turn.customer.data.timeZone));

/** By its path: `['ad', 'finalUrls']`. */
export function valueAt(row: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    row,
  );
}
