import type { Entity, JsonObject } from '../../entity.ts';

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
export function peopleRows(by: keyof typeof views, adGroups: readonly SourceRow[]): readonly SourceRow[] {
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
            ...{ criterionId: id, type, status: 'ENABLED', negative: false, [by]: { type: word } },
          },
          [view]: { resourceName: place },
        },
        ...{ ads, share: { keys, key: word } },
      };
    }),
  );
}

/** A row before selection. */
export interface SourceRow {
  readonly resources: { readonly [name: string]: JsonObject };
  /** Delivering ads, with this row's share of their figures. */
  readonly ads?: readonly Entity[];
  readonly share?: { readonly keys: readonly string[]; readonly key: string };
  readonly country?: string;
}
