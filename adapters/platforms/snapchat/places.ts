/** Where HTTP has the operations that only this platform has. Plain data: clients read it too. */
export const places = {
  'photoMessaging.campaigns': {
    method: 'GET',
    path: '/v1/manage/photo-messaging/campaigns',
    aliases: ['/v1/manage/snapchat/campaigns'],
    shape: 'page',
  },
  'photoMessaging.adSquads': {
    method: 'GET',
    path: '/v1/manage/photo-messaging/adsquads',
    aliases: ['/v1/manage/snapchat/adsquads'],
    shape: 'page',
  },
  'photoMessaging.ads': {
    method: 'GET',
    path: '/v1/manage/photo-messaging/ads',
    aliases: ['/v1/manage/snapchat/ads'],
    shape: 'page',
  },
  'photoMessaging.update': {
    method: 'POST',
    path: '/v1/manage/photo-messaging/{kind}/{id}',
    aliases: ['/v1/manage/snapchat/{kind}/{id}'],
  },
} as const;
