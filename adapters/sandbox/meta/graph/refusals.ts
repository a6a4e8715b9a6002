/**
 * Code 100, unless the row has another. Clients decide by the numbers; the words are ours, since
 * Meta rewords and localises texts.
 */
export const refusals: {
  readonly [subcode: number]: readonly [title: string, message: string, code?: number];
} = {
  1340029: [
    'Ad cannot be deleted',
    'The only ad of a dynamic creative ad set cannot be deleted by itself. Delete the ad set.',
  ],
  1373054: ['Unknown call to action', 'The call to action type is not one of the known values.'],
  1443048: ['Ill-formed story', 'The object_story_spec is ill formed. Check the fields it takes.'],
  1443226: [
    'Video needs a thumbnail',
    'Specify one of image_hash or image_url in the video_data field.',
  ],
  1487007: [
    'Ad set has ended',
    'The ad cannot be turned on because its ad set has ended. Extend the end date first.',
  ],
  1487033: ['End time is in the past', 'The end time must be in the future.'],
  1487056: ['Ad set was deleted', 'A deleted or archived ad set cannot be edited.'],
  1487094: [
    'Schedule too short',
    'With a lifetime budget the ad set must end at least 24 hours after it starts.',
  ],
  1487202: [
    'No rights for this page',
    'You have no permission to advertise for this page. Ask its admin for access.',
  ],
  1487225: [
    'Ad creation limited',
    'The number of ads you can create in this period is limited by your daily spend limit.',
    613,
  ],
  1487390: ['Creative could not be made', 'The ad creative could not be created. Try again.'],
  1487472: ['Post cannot be promoted', 'This post cannot be promoted.'],
  1487534: ['Too much data', 'Please reduce the amount of data you are asking for.'],
  1487566: ['Campaign was deleted', 'A deleted or archived campaign cannot be edited.'],
  1487632: [
    'Budget changed too often',
    'The budget of an ad set can be changed four times an hour. Try again later.',
    613,
  ],
  1487742: [
    'Too many calls',
    'There have been too many calls from this ad account. Wait a bit and try again.',
    613,
  ],
  1487756: [
    'Locations overlap',
    'Some of the locations overlap. Remove the wider or the narrower one.',
  ],
  1487901: ['Budget too low', 'The budget is below the minimum for this bid and schedule.'],
  1487929: ['Too many promoted objects', 'Only one promoted object is allowed.'],
  1487990: ['Too many archived objects', 'The account has reached its limit of archived objects.'],
  1504018: ['Report took too long', 'The request timed out. Ask for less data.'],
  1504022: [
    'Too many report calls',
    'There have been too many insights calls from this application. Wait and try again.',
    4,
  ],
  1634013: ['Copy refused', 'This ad cannot be copied.'],
  1885183: [
    'Ads creative post was created by an app that is in development mode',
    'Ads creative post was created by an app that is in development mode. It must be in public to create this ad.',
  ],
  1815198: [
    'Frequency cap is fixed',
    'The frequency control of an ad set cannot be changed after it was created.',
  ],
  1815199: [
    'Instagram account not allowed',
    'This ad account has no access to that Instagram account.',
  ],
  1815433: ['Placement not available', 'One of the placements cannot be used with this objective.'],
  1815573: ['Creatives are fixed', 'The content of a creative cannot be changed. Make a new one.'],
  1815629: ['Duplicate assets', 'The asset feed holds the same value twice.'],
  1815630: ['Too many parameters', 'This call to action takes no value.', 105],
  1815946: ['Radius not possible', 'A radius can be given for cities, addresses and places only.'],
  1870188: ['Minimum age too high', 'With Advantage+ audience the minimum age cannot be above 25.'],
  1870189: ['Maximum age too low', 'With Advantage+ audience the maximum age cannot be below 65.'],
  1870196: [
    'Invalid targeting automation',
    'The targeting_automation field holds something that is not allowed here.',
  ],
  1870199: [
    'Location types refused',
    'Targeting people by the type of their presence in a location is no longer possible.',
  ],
  1870227: [
    'Advantage+ audience flag required',
    'Set advantage_audience to 1 or 0 in targeting_automation.',
  ],
  1870247: ['Interests are no longer available', '[]'],
  1885029: ['Different pages', 'The page of the creative is not the page the ad set promotes.'],
  1885088: ['Archived', 'An archived or deleted ad can only be renamed or deleted.'],
  1885154: [
    'Ad set promotes no page',
    'The ad set needs a promoted page that is the page of the post.',
  ],
  1885172: ['Spend limit changed too often', 'The spend limit can be changed ten times a day.', 17],
  1885194: [
    'Copy request too large',
    'The number of ad objects to copy at once must be fewer than 3. Copy fewer, or asynchronously.',
  ],
  1885252: ['Video not ready', 'The video is still being processed. Try again when it is ready.'],
  1885272: ['Budget too low', 'The budget is below the minimum of this account.'],
  1885392: [
    'No dynamic creative here',
    'Dynamic creative cannot be used in ads that open WhatsApp.',
  ],
  1885553: ['Ad set takes one ad', 'A dynamic creative ad set holds one ad.'],
  1885557: ['Post unavailable', 'The post was deleted or you cannot see it.'],
  1885621: ['Budget on both levels', 'Set the budget either on the campaign or on its ad sets.'],
  1885650: ['Budget too low', 'The lifetime budget is too low for the number of days.'],
  1885800: ['Link required', 'The asset feed needs a link.'],
  1885878: ['Too many descriptions', 'A customization rule can use one description only.'],
  1885998: [
    'Dynamic creative mismatch',
    'The creative does not fit the dynamic creative setting of the ad set.',
  ],
  1892075: ['Privacy policy is missing', 'A lead form needs the address of a privacy policy.'],
  2061015: ['Website address required', 'The ad needs a website address in its link.'],
  2238055: [
    'Conflicting or insufficient values',
    'Two values contradict each other, or the budget is too low for all ad sets.',
  ],
  2446149: [
    'Conflicting or insufficient values',
    'Two values contradict each other, or the budget is too low to cover another ad set.',
  ],
  2446173: [
    'Asset label unknown',
    'The label of a target rule refers to none of the asset labels.',
  ],
  2446289: ['Post unavailable', 'The post cannot be used in an ad.'],
  2446307: ['Spend limit too low', 'The spend limit of a campaign is below the minimum.'],
  2446383: [
    'Website address and button required',
    'For this goal the post needs a link to a website and a call to action.',
  ],
  2446388: ['No usable image', 'Could not get an image for the creative.'],
  2446493: [
    'Several destinations',
    'The creative must list a call to action for each messaging destination of the ad set.',
  ],
  2446509: [
    'Destination not available',
    'The destination type cannot be used with this objective.',
  ],
  2446580: ['Two ways of cards', 'Use either components or child_attachments.'],
  2490085: ['Crop no longer available', 'The crop key 191x100 is deprecated.'],
  2490155: ['Post unavailable', 'The Instagram post was deleted or cannot be used in ads.'],
  2490392: [
    'Explore home needs explore',
    'The placement explore_home can only be used together with explore.',
  ],
  2490427: ['Ad was rejected', 'A rejected ad cannot be turned on. Edit it first.'],
  2490468: ['Ad was rejected', 'A rejected ad cannot be turned on.'],
  2490487: ['Bid required', 'The bid strategy needs a bid amount.'],
  2641: ['Location cannot be targeted', 'One of the locations cannot be targeted by this ad set.'],
  2695: ['Too many ad sets', 'The campaign has reached its limit of ad sets.', 2695],
  2804003: ['Event not valid', 'An event lacks a parameter or holds one that is not valid.'],
  2859015: ['Temporarily blocked', 'The account is temporarily blocked from this action.', 2859015],
  2875030: ['Music not licensed', 'The post holds music that cannot be used in ads.'],
  3260011: [
    'Cannot be changed after publishing',
    'The goal and the promoted object of a published ad set are fixed.',
  ],
  1815089: ['Terms of Service Not Accepted', 'The page has not accepted the terms of lead ads.'],
  3390001: ['Missing Lead Form', 'The ad needs a lead form.'],
  3858079: ['Payer required', 'Name who pays for the ad set.'],
  3858081: ['Beneficiary required', 'Name who benefits from the ad set.'],
  3858082: ['Enroll status required', 'Each creative feature needs an enroll_status.'],
  3858152: [
    'Beneficiary and payer required',
    'Ad sets that reach people in the EU name who benefits and who pays.',
  ],
  3858258: [
    'Image could not be downloaded',
    'The image could not be downloaded from the given address. Upload it instead.',
  ],
  3858355: [
    'Different first image',
    'The first image of the asset feed must be the image of the story.',
  ],
  3858504: [
    'Standard enhancements deprecated',
    'The bundle standard_enhancements can no longer be set. Set the single features.',
  ],
  3867105: ['Content not eligible', 'This content cannot be used in a partnership ad.'],
  4834002: [
    'Campaign has a budget',
    'Budget sharing between ad sets cannot be set on a campaign that has its own budget.',
  ],
  4834005: ['Bid strategy required', 'Budget sharing between ad sets needs a bid strategy.'],
  4834006: [
    'Cannot be changed now',
    'Budget sharing cannot be changed while the campaign has ad sets.',
  ],
  4834009: [
    'Ad sets differ',
    'Ad sets that share their budgets need the same kind of budget and bid.',
  ],
  4834011: [
    'Budget sharing must be stated',
    'Set is_adset_budget_sharing_enabled when the campaign has no budget.',
  ],
  5044001: [
    'Too many changes at once',
    'More than 100 changes in a second were sent for this ad account.',
    613,
  ],
};
