import { isList, isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Json, JsonObject, Table } from '../../types.ts';
import { badPayload, type PathPart, refusal } from '../wire.ts';

/** A list of words is an enum, an object a message, `[x]` repeated. */
type Shape =
  | 'text'
  | 'int'
  | 'bool'
  | 'double'
  | 'bytes'
  | readonly string[]
  | { readonly message: Message }
  | { readonly each: Shape };
export type Message = Table<Shape>;

export const message = (fields: Message): Shape => ({ message: fields });
export const each = (shape: Shape): Shape => ({ each: shape });

export const customParameters = each(message({ key: 'text', value: 'text' }));

/** As the gateway does, before anything else. */
export function checkShape(value: Json, shape: Shape, where: string): void {
  if (Array.isArray(shape)) {
    if (typeof value !== 'string' || !shape.includes(value))
      throw badPayload(`Invalid value at '${where}' (TYPE_ENUM), ${JSON.stringify(value)}`);
    return;
  }
  if (typeof shape === 'string') {
    checkScalar(value, shape, where);
    return;
  }
  if ('each' in shape) {
    if (!isList(value)) throw badPayload(`Invalid value at '${where}', expected a list`);
    for (const [index, item] of value.entries()) checkShape(item, shape.each, `${where}[${index}]`);
    return;
  }
  if (!('message' in shape)) return;
  if (!isObject(value)) throw badPayload(`Invalid value at '${where}', expected an object`);
  for (const [name, inner] of Object.entries(value)) {
    const own = Object.hasOwn(shape.message, name) ? shape.message[name] : undefined;
    if (own === undefined)
      throw badPayload(
        `Invalid JSON payload received. Unknown name "${name}" at '${where}': Cannot find field.`,
      );
    checkShape(inner, own, `${where}.${name}`);
  }
}

function checkScalar(
  value: Json,
  shape: 'text' | 'int' | 'bool' | 'double' | 'bytes',
  where: string,
): void {
  const fits = {
    text: typeof value === 'string',
    bytes: typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value),
    int:
      (typeof value === 'string' && /^-?\d+$/.test(value)) ||
      (typeof value === 'number' && Number.isInteger(value)),
    bool: typeof value === 'boolean',
    double: typeof value === 'number',
  }[shape];
  if (!fits)
    throw badPayload(
      `Invalid value at '${where}' (TYPE_${shape.toUpperCase()}), ${JSON.stringify(value).slice(0, 60)}`,
    );
}

/** In the words of the message: `network_settings.target_google_search`. */
export function maskFields(mask: Json | undefined, path: readonly PathPart[]) {
  if (typeof mask !== 'string' || mask === '')
    throw refusal(
      'fieldMaskError',
      'FIELD_MASK_MISSING',
      'The field mask must be provided for update operations.',
      {
        path: [...path, { name: 'update_mask' }],
      },
    );
  return mask.split(',').map((field) => field.split('.').map(camelled).join('.'));
}

const camelled = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Masked fields are taken from the update, or cleared. */
export function masked(
  before: JsonObject,
  update: JsonObject,
  fields: readonly string[],
): JsonObject {
  let after = before;
  for (const field of fields) after = put(after, field.split('.'), at(update, field.split('.')));
  return after;
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, name) => (isObject(inner) ? inner[name] : undefined),
    value,
  );
}

function put(
  target: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  const inner = target[name];
  if (rest.length > 0) return { ...target, [name]: put(isObject(inner) ? inner : {}, rest, value) };
  const { [name]: _gone, ...others } = target;
  return value === undefined ? others : { ...target, [name]: value };
}

/** `adSchedule` is ad_schedule. */
export const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Leaf = 'int' | 'text' | 'bool' | 'double' | 'list' | readonly string[];

/** Message fields as query fields: `ad_schedule.day_of_week`. */
export function queryFields(messages: Table<Message>): Table<Leaf> {
  const under = (fields: Message, path: string): readonly (readonly [string, Leaf])[] =>
    Object.entries(fields).flatMap(([name, shape]) => leaves(shape, `${path}${snake(name)}`));
  return Object.fromEntries(
    Object.entries(messages).flatMap(([name, fields]) => under(fields, `${snake(name)}.`)),
  );

  function leaves(shape: Shape, path: string): readonly (readonly [string, Leaf])[] {
    if (typeof shape === 'string') return [[path, shape === 'bytes' ? 'text' : shape]];
    if ('message' in shape) return under(shape.message, `${path}.`);
    return [[path, 'each' in shape ? 'list' : shape]];
  }
}

const bounds: Message = { cpcBidCeilingMicros: 'int', cpcBidFloorMicros: 'int' };

/** Strategies of a single campaign. */
export const biddingShapes: Table<Message> = {
  manualCpc: { enhancedCpcEnabled: 'bool' },
  manualCpm: {},
  manualCpv: {},
  maximizeConversions: { targetCpaMicros: 'int', ...bounds },
  maximizeConversionValue: { targetRoas: 'double', ...bounds },
  targetCpa: { targetCpaMicros: 'int', ...bounds },
  targetRoas: { targetRoas: 'double', ...bounds },
  targetSpend: { cpcBidCeilingMicros: 'int' },
  targetImpressionShare: {
    location: ['ANYWHERE_ON_PAGE', 'TOP_OF_PAGE', 'ABSOLUTE_TOP_OF_PAGE'],
    locationFractionMicros: 'int',
    cpcBidCeilingMicros: 'int',
  },
  percentCpc: { cpcBidCeilingMicros: 'int', enhancedCpcEnabled: 'bool' },
};

const devices = ['MOBILE', 'TABLET', 'DESKTOP', 'CONNECTED_TV', 'OTHER'];
const days = names('MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY');
const minutes = ['ZERO', 'FIFTEEN', 'THIRTY', 'FORTY_FIVE'];
const ages = names('18_24 25_34 35_44 45_54 55_64 65_UP UNDETERMINED').map(
  (age) => `AGE_RANGE_${age}`,
);
const incomes = names('0_50 50_60 60_70 70_80 80_90 90_UP UNDETERMINED').map(
  (range) => `INCOME_RANGE_${range}`,
);
const matchTypes = ['EXACT', 'PHRASE', 'BROAD'];

const both: Table<Message> = {
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

export const campaignCriterionShapes: Table<Message> = {
  ...both,
  device: { type: devices },
  adSchedule: {
    dayOfWeek: days,
    startHour: 'int',
    startMinute: minutes,
    endHour: 'int',
    endMinute: minutes,
  },
  proximity: {
    geoPoint: message({ longitudeInMicroDegrees: 'int', latitudeInMicroDegrees: 'int' }),
    radius: 'double',
    radiusUnits: ['MILES', 'KILOMETERS'],
    address: message({
      postalCode: 'text',
      provinceCode: 'text',
      countryCode: 'text',
      provinceName: 'text',
      streetAddress: 'text',
      streetAddress2: 'text',
      cityName: 'text',
    }),
  },
  ipBlock: { ipAddress: 'text' },
  contentLabel: { type: 'text' },
  carrier: { carrierConstant: 'text' },
  operatingSystemVersion: { operatingSystemVersionConstant: 'text' },
  mobileDevice: { mobileDeviceConstant: 'text' },
  locationGroup: {
    geoTargetConstants: each('text'),
    radius: 'int',
    radiusUnits: ['METERS', 'MILES', 'MILLI_MILES'],
    feedItemSets: each('text'),
    enableCustomerLevelLocationAssetSet: 'bool',
    locationGroupAssetSets: each('text'),
  },
  listingScope: { dimensions: each(message({ productBrand: message({ value: 'text' }) })) },
};

export const adGroupCriterionShapes: Table<Message> = {
  ...both,
  appPaymentModel: { type: ['PAID'] },
  customIntent: { customIntent: 'text' },
  audience: { audience: 'text' },
  listingGroup: { type: ['SUBDIVISION', 'UNIT'], parentAdGroupCriterion: 'text' },
};

/** `adSchedule` is AD_SCHEDULE. */
export const criterionType = (criterion: string) => snake(criterion).toUpperCase();
