import { harmlessTwice } from '../../kit/calls.ts';
import { asRow, parse, rowsOf, said } from '../../kit/json.ts';
import type { LeadNotice, LeadNotices, Row, Secrets } from '../../types.ts';
import type { PageTokens } from '../comments/page-tokens.ts';
import type { Calls } from '../wire/calls.ts';

interface NoticePorts {
  readonly calls: Calls;
  readonly tokens: PageTokens;
  readonly secrets: Secrets;
}

/**
 * The field `leadgen` of pages: ids only, signed with the secret of the app, repeated for 36 hours.
 */
export function createNotices({ calls, tokens, secrets }: NoticePorts): LeadNotices {
  return {
    secret: 'appSecret',
    async challenge({ query }, { isToken }) {
      if (query['hub.mode'] !== 'subscribe' || !(await isToken(query['hub.verify_token'] ?? '')))
        return undefined;
      return { contentType: 'text/plain', body: query['hub.challenge'] ?? '' };
    },
    async open({ header, body }, { credentials }) {
      const sent = header('x-hub-signature-256') ?? '';
      const made = `sha256=${await secrets.hmacSha256(credentials.appSecret ?? '', body)}`;
      // Digests, so that how long the comparison takes says nothing.
      if (!credentials.appSecret || (await secrets.sha256(sent)) !== (await secrets.sha256(made)))
        return undefined;
      return noticesIn(body);
    },
    async subscribe(access, { owners: pages }) {
      for (const page of pages)
        await tokens.as(access, page, (caller) =>
          calls.write(
            caller,
            `${page}/subscribed_apps`,
            { subscribed_fields: 'leadgen' },
            harmlessTwice,
          ),
        );
    },
    steps: [
      'At developers.facebook.com/apps open the app, then Webhooks, and choose the object Page.',
      'Subscribe to it with this url as the callback and this token as the verify token.',
      'Subscribe to the field leadgen. The pages of the account were subscribed already.',
    ],
  };
}

function noticesIn(body: string): readonly LeadNotice[] {
  const parsed = asRow(parse(body)) ?? {};
  if (parsed.object !== 'page') return [];
  return rowsOf(parsed.entry).flatMap((entry) =>
    rowsOf(entry.changes).flatMap(({ field, value }) =>
      field === 'leadgen' ? noticeOf(asRow(value) ?? {}) : [],
    ),
  );
}

function noticeOf(value: Row): readonly LeadNotice[] {
  const id = said(value.leadgen_id);
  if (id === '') return [];
  const seconds = Number(value.created_time);
  return [
    {
      what: 'created',
      id,
      formId: said(value.form_id),
      owner: said(value.page_id),
      ...(Number.isFinite(seconds) && seconds > 0 && { createdAt: seconds * 1_000 }),
    },
  ];
}
