import { snake } from './query-fields.ts';
import { each, type Message, message } from './shapes.ts';

const devices = ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'];
const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const minutes = ['ZERO', 'FIFTEEN', 'THIRTY', 'FORTY_FIVE'];
const ages = ['18_24', '25_34', '35_44', '45_54', '55_64', '65_UP', 'UNDETERMINED'].map((age) => `AGE_RANGE_${age}`);
const incomes = ['0_50', '50_60', '60_70', '70_80', '80_90', '90_UP', 'UNDETERMINED'].map((range) => `INCOME_RANGE_${range}`);
export const matchTypes = ['EXACT', 'PHRASE', 'BROAD'];

const both: { readonly [criterion: string]: Message } = {
  keyword: { text: 'text', matchType: matchTypes },
  placement: { url: 'text' },
  mobileAppCategory: { mobileAppCategoryConstant: 'text' },
  mobileApplication: { appId: 'text', name: 'text' },
  location: { geoTargetConstant: 'text' },
  language: { languageConstant: 'text' },
  ageRange: { type: ages },
  gender: { type: ['MALE', 'FEMALE', 'UNDETERMINED'] },
  incomeRange: { type: incomes },
  parentalStatus: { type: ['PARENT', 'NOT_A_PARENT', 'UNDETERMINED'] },
  userList: { userList: 'text' },
  youtubeVideo: { videoId: 'text' },
  youtubeChannel: { channelId: 'text' },
  topic: { topicConstant: 'text', path: each('text') },
  userInterest: { userInterestCategory: 'text' },
  webpage: {
    criterionName: 'text',
    conditions: each(message({ operand: 'text', operator: 'text', argument: 'text' })),
  },
  customAffinity: { customAffinity: 'text' },
  customAudience: { customAudience: 'text' },
  combinedAudience: { combinedAudience: 'text' },
  lifeEvent: { lifeEventId: 'int' },
  videoLineup: { videoLineupId: 'int' },
  extendedDemographic: { extendedDemographicId: 'int' },
  brandList: { sharedSet: 'text' },
};

export const campaignCriterionShapes: { readonly [criterion: string]: Message } = {
  ...both,
  device: { type: devices },
  adSchedule: { dayOfWeek: days, startHour: 'int', startMinute: minutes, endHour: 'int', endMinute: minutes },
  proximity: {
    geoPoint: message({ longitudeInMicroDegrees: 'int', latitudeInMicroDegrees: 'int' }),
    ...{ radius: 'double', radiusUnits: ['MILES', 'KILOMETERS'] },
    address: message({
      ...{ postalCode: 'text', provinceCode: 'text', countryCode: 'text', provinceName: 'text', streetAddress: 'text' },
      ...{ streetAddress2: 'text', cityName: 'text' },
    }),
  },
  ipBlock: { ipAddress: 'text' },
  contentLabel: { type: 'text' },
  carrier: { carrierConstant: 'text' },
  operatingSystemVersion: { operatingSystemVersionConstant: 'text' },
  mobileDevice: { mobileDeviceConstant: 'text' },
  locationGroup: {
    ...{ geoTargetConstants: each('text'), radius: 'int', radiusUnits: ['METERS', 'MILES', 'MILLI_MILES'] },
    ...{ feedItemSets: each('text'), enableCustomerLevelLocationAssetSet: 'bool', locationGroupAssetSets: each('text') },
  },
  listingScope: { dimensions: each(message({ productBrand: message({ value: 'text' }) })) },
};

export const adGroupCriterionShapes: { readonly [criterion: string]: Message } = {
  ...both,
  appPaymentModel: { type: ['PAID'] },
  customIntent: { customIntent: 'text' },
  audience: { audience: 'text' },
  listingGroup: { type: ['SUBDIVISION', 'UNIT'], parentAdGroupCriterion: 'text' },
};

/** `adSchedule` is AD_SCHEDULE. */
export const criterionType = (criterion: string): string => snake(criterion).toUpperCase();
