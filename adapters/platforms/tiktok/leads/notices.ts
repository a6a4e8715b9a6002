import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, numeric, parse, rowsOf, said } from '../../kit/json.ts';
import type { Api, LeadNotice, LeadNotices, Secrets } from '../../types.ts';

/**
 * Signed with the secret of the app over the body in ASCII; whether it travels so is not told, so
 * both are tried. A notice has the answers too, but leads are read from the files. (TikTok’s page
 * on webhook events, as two public programs quote it, 2026-09.)
 */
export function createNotices({ calls }: Pick<Api, 'calls'>, secrets: Secrets): LeadNotices {
  return {
    secret: 'secret',
    async open({ header, body }, { credentials }) {
      if (!credentials.secret) return undefined;
      const sent = await secrets.sha256((header('x-open-signature') ?? '').trim().toLowerCase());
      // Digests, so that how long the comparison takes says nothing.
      for (const signed of [body, escaped(body)])
        if ((await secrets.sha256(await secrets.hmacSha256(credentials.secret, signed))) === sent)
          return noticesIn(body);
      return undefined;
    },
    async subscribe({ adAccountId, ...caller }, { url }) {
      const { appId, secret, accessToken } = caller.credentials;
      const app = { app_id: appId, secret, subscribe_entity: 'LEAD' };
      const { subscriptions } = await calls.read(caller, 'subscription/get/', {
        ...app,
        page_size: 1_000,
      });
      if (rowsOf(subscriptions).some(({ callback_url }) => callback_url === url)) return;
      const detail = { access_token: accessToken, advertiser_id: adAccountId };
      await calls.write(
        caller,
        'subscription/subscribe/',
        { ...app, callback_url: url, subscription_detail: detail },
        harmlessTwice,
      );
    },
    steps: ['Nothing: TikTok was told the address. A token that is revoked ends its notices.'],
  };
}

const escaped = (body: string) =>
  body.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** 1 stands for leads. Those from direct messages have no form. */
function noticesIn(body: string): readonly LeadNotice[] {
  const parsed = asRow(parse(body)) ?? {};
  if (said(parsed.object) !== '1') return [];
  return rowsOf(parsed.entry).flatMap((entry): readonly LeadNotice[] => {
    const seconds = numeric(entry.create_time);
    if (said(entry.id) === '' || said(entry.lead_source) === 'DIRECT_MESSAGE') return [];
    const createdAt = seconds === undefined ? {} : { createdAt: seconds * 1_000 };
    return [{ what: 'created', id: said(entry.id), formId: said(entry.page_id), ...createdAt }];
  });
}
