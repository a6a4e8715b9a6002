import { createHmac } from 'node:crypto';
import type { Entity, JsonObject, Table } from '../../entity.ts';
import { textOf } from '../../kit/json.ts';
import { type Person, peopleOf } from '../../kit/leads.ts';
import type { LeadOrder, SignedNotice } from '../../stage.ts';
import type { World } from '../../world.ts';
import {
  checkKnown,
  type Edge,
  type NodeType,
  newId,
  number,
  stored,
  string,
  success,
  type Turn,
} from '../graph/graph.ts';
import {
  bool,
  formatTime,
  GraphError,
  invalid,
  isList,
  isObject,
  items,
  json,
  part,
  refuse,
  required,
  setOf,
  text,
} from '../graph/params.ts';
import { appSecret, hasRight } from '../graph/tokens.ts';

const day = 86_400_000;
/** business help 1526849577619206. */
const keptMs = 90 * day;

const formKind = 'leadgen_forms';
const leadKind = 'leads';
const testKind = 'test_leads';

/**
 * The grant to read leads is a second one; without it the platform refuses, or hands over nothing.
 */
function checkAccess(turn: Turn): boolean {
  if (turn.fired.has('leads-refused') || !hasRight(turn, 'leads_retrieval'))
    throw lackingRight('leads_retrieval');
  return !turn.fired.has('leads-withheld');
}

const lackingRight = (scope: string) =>
  new GraphError({
    code: 200,
    status: 403,
    message: `(#200) Requires ${scope} permission to manage the object`,
  });

const isHeld = (turn: Turn, lead: Entity): boolean => turn.world.now() - lead.created < keptMs;

const leadsOf = (turn: Turn, form: Entity): readonly string[] =>
  turn.world.under(leadKind, form.id);

const listLeads = (kind: string): NonNullable<Edge['list']> => {
  return (turn, form) => {
    if (isGone(turn)) throw gone(form.id);
    if (!checkAccess(turn)) return { ids: [] };
    const ids = [...turn.world.under(kind, form.id)].sort(
      (a, b) => createdAt(turn, a) - createdAt(turn, b),
    );
    const all = turn.fired.has('leads-twice') ? ids.flatMap((id) => [id, id]) : ids;
    return { ids: all, keep: (lead) => isHeld(turn, lead) };
  };
};

/** The fault `form-gone`: forms were deleted with their page. */
const isGone = (turn: Turn): boolean => turn.fired.has('form-gone');

const createdAt = (turn: Turn, id: string): number => turn.world.get(id)?.created ?? 0;

const gone = (id: string) =>
  new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported get request. Object with ID '${id}' does not exist`,
  });

function addLead(
  world: World,
  form: Entity,
  { at, email, phone, name }: Person,
  { kind = leadKind, ...more }: NewLead,
): Entity {
  const field = (key: string, value: string) => ({ name: key, values: [value] });
  const answers = [field('full_name', name), field('email', email), field('phone_number', phone)];
  return world.add({
    id: newId(world),
    kind,
    company: form.company,
    parents: [form.id],
    created: at,
    data: { form_id: form.id, field_data: answers, ...more },
  });
}

type NewLead = JsonObject & { readonly kind?: string };

/** One for each form. */
function addTestLead(turn: Turn, form: Entity): JsonObject {
  checkKnown(turn, setOf('field_data custom_disclaimer_responses'));
  if (turn.world.under(testKind, form.id).length > 0)
    throw invalid('The form has a test lead already. Delete it first');
  const [person] = peopleOf(turn.world, { count: 1, everyMs: 0, word: 'test' });
  if (person === undefined) throw invalid('There is no person');
  return { id: addLead(turn.world, form, person, { kind: testKind }).id };
}

const leadType = (kind: string): NodeType => ({
  kind,
  word: 'Lead',
  defaults: ['id', 'created_time', 'field_data'],
  fields: {
    ...stored(
      'ad_id ad_name adset_id campaign_id form_id platform custom_disclaimer_responses retailer_item_id',
    ),
    field_data(lead, turn) {
      if (!hasRight(turn, 'leads_retrieval')) throw lackingRight('leads_retrieval');
      return lead.data.field_data;
    },
    created_time: (lead) => formatTime(lead.created),
    is_organic: (lead) => lead.data.is_organic === true,
  },
  remove(turn, lead) {
    turn.world.remove(lead.id);
    return success;
  },
});

export const leadTypes: readonly NodeType[] = [
  {
    kind: formKind,
    word: 'LeadgenForm',
    defaults: ['id'],
    fields: {
      ...stored(
        'name status locale questions is_optimized_for_quality privacy_policy_url follow_up_action_url question_page_custom_headline',
      ),
      created_time: (form) => formatTime(form.created),
      leads_count: (form, turn) => leadsOf(turn, form).length,
      expired_leads_count: (form, turn) =>
        leadsOf(turn, form).filter((id) => turn.world.now() - createdAt(turn, id) >= keptMs).length,
    },
    links: { page: (form) => form.parents[0] },
    edges: {
      leads: { list: listLeads(leadKind) },
      test_leads: { list: listLeads(testKind), post: addTestLead },
    },
    update(turn, form) {
      const status = required(turn.params, 'status');
      if (status !== 'ACTIVE' && status !== 'ARCHIVED')
        throw invalid('status is ACTIVE or ARCHIVED', 'status');
      turn.world.change(form.id, { status });
      return success;
    },
  },
  leadType(leadKind),
  leadType(testKind),
];

/** Leads that came by an ad. */
export const adLeads: Edge = {
  list(turn, ad) {
    if (!checkAccess(turn)) return { ids: [] };
    const forms = turn.world.entities(formKind).filter(({ company }) => company === ad.company);
    const ids = forms.flatMap((form) => leadsOf(turn, form));
    return { ids, keep: (lead) => lead.data.ad_id === ad.id && isHeld(turn, lead) };
  },
};

/** Those of the edge in the published description. */
const formParams = setOf(`
  allow_organic_lead_retrieval block_display_for_non_targeted_viewer context_card cover_photo custom_disclaimer
  follow_up_action_url is_for_canvas is_optimized_for_quality is_phone_sms_verify_enabled locale name privacy_policy
  question_page_custom_headline questions should_enforce_work_email thank_you_page tracking_parameters upload_gated_file
`);

function createForm(turn: Turn, page: Entity): JsonObject {
  checkKnown(turn, formParams);
  const name = required(turn.params, 'name');
  const questions = json(turn.params, 'questions');
  if (!isList(questions) || questions.length === 0)
    throw invalid('Param questions must be a non-empty array', 'questions');
  const policy = json(turn.params, 'privacy_policy');
  if (!isObject(policy) || string(policy.url) === undefined)
    throw refuse(1892075, 'privacy_policy');
  const { world, params } = turn;
  const data = {
    name,
    status: 'ACTIVE',
    locale: text(params, 'locale') ?? 'en_US',
    questions: questions.map((question) => {
      const { type = 'CUSTOM', ...given } = isObject(question) ? question : {};
      return {
        id: newId(world),
        key: textOf(type).toLowerCase(),
        label: textOf(type),
        type,
        ...given,
      };
    }),
    privacy_policy_url: policy.url ?? '',
    follow_up_action_url: text(params, 'follow_up_action_url') ?? '',
    question_page_custom_headline: text(params, 'question_page_custom_headline') ?? '',
    is_optimized_for_quality: bool(params, 'is_optimized_for_quality') ?? false,
  };
  return {
    id: world.add({
      id: newId(world),
      kind: formKind,
      company: page.company,
      parents: [page.id],
      data,
    }).id,
  };
}

export const leadPageEdges: Table<Edge> = {
  leadgen_forms: {
    post: createForm,
    list: (turn, page) => ({
      ids: turn.world.under(formKind, page.id),
      order: 'oldest',
      keep: () => !isGone(turn),
    }),
  },
  subscribed_apps: {
    list: (_turn, page) => ({
      rows: items(page.data, 'subscribed').map((field) => ({
        id: 'app',
        subscribed_fields: [field],
      })),
      known: setOf('id name subscribed_fields'),
    }),
    post(turn, page) {
      checkKnown(turn, setOf('subscribed_fields'));
      // Which error that is, no page tells.
      if (!hasRight(turn, 'pages_manage_metadata')) throw lackingRight('pages_manage_metadata');
      turn.world.change(page.id, { subscribed: [required(turn.params, 'subscribed_fields')] });
      return success;
    },
  },
};

export const leadPageFields: NodeType['fields'] = {
  leadgen_tos_accepted: (page, turn) => hasTerms(turn, page),
  leadgen_tos_acceptance_time: (page, turn) =>
    hasTerms(turn, page) ? formatTime(page.created) : undefined,
  has_lead_access: (_page, turn) => ({
    can_access_lead:
      hasRight(turn, 'leads_retrieval') &&
      !turn.fired.has('leads-refused') &&
      !turn.fired.has('leads-withheld'),
  }),
};

const hasTerms = (turn: Turn, page: Entity): boolean =>
  !turn.fired.has('lead-terms-open') && page.data.leadgen_tos_accepted !== false;

const leadGoals = ['LEAD_GENERATION', 'QUALITY_LEAD'];

/** Ad sets that collect leads in forms need the terms of their page. */
export function checkLeadTerms(turn: Turn, goal: string, promoted: JsonObject | undefined): void {
  const page = turn.world.get(string(promoted?.page_id) ?? '');
  if (leadGoals.includes(goal) && page !== undefined && !hasTerms(turn, page))
    throw refuse(1815089, 'promoted_object', 'page_id');
}

/** The forms that a creative opens, wherever they may stand. */
function formsIn(creative: JsonObject): readonly string[] {
  const story = part(creative, 'object_story_spec');
  const link = part(story, 'link_data');
  const buttons = [
    link.call_to_action,
    part(story, 'video_data').call_to_action,
    creative.call_to_action,
    ...items(link, 'child_attachments').map((card) =>
      isObject(card) ? card.call_to_action : undefined,
    ),
    ...items(part(creative, 'asset_feed_spec'), 'call_to_actions'),
  ];
  return buttons.flatMap((button) =>
    isObject(button) ? (string(part(button, 'value').lead_gen_form_id) ?? []) : [],
  );
}

/** An ad that collects leads needs one active form of its page. */
export function checkLeadAd(turn: Turn, adSet: Entity, creative: JsonObject): void {
  const forms = new Set(formsIn(creative));
  const collects =
    leadGoals.includes(textOf(adSet.data.optimization_goal)) &&
    adSet.data.destination_type === 'ON_AD';
  if (collects && creative.object_story_id === undefined && forms.size === 0)
    throw refuse(3390001, 'creative');
  for (const id of forms) {
    const form = turn.world.get(id);
    if (form?.kind !== formKind || form.data.status !== 'ACTIVE')
      throw invalid('The lead form cannot be used', 'creative');
    if (form.parents[0] !== string(part(creative, 'object_story_spec').page_id))
      throw invalid('The lead form belongs to another page', 'creative');
  }
}

/** The fault `form-dropped`: the creative is taken, without its form. */
export function withoutForms(data: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (key === 'lead_gen_form_id' ? undefined : value)),
  ) as JsonObject;
}

/** The form that an ad opens. */
export const formOf = (world: World, ad: Entity): string | undefined =>
  formsIn(world.get(textOf(ad.data.creative_id))?.data ?? {})[0];

export function arrive(
  world: World,
  formId: string,
  order: LeadOrder & { readonly ad?: Entity },
): readonly string[] {
  const form = world.get(formId);
  if (form === undefined) return [];
  const { ad } = order;
  const of: JsonObject =
    ad === undefined
      ? { is_organic: true }
      : {
          ad_id: ad.id,
          adset_id: textOf(ad.data.adset_id),
          campaign_id: textOf(ad.data.campaign_id),
          platform: 'fb',
        };
  const more = order.isTest === true ? { kind: testKind } : of;
  return peopleOf(world, order).map((person) => addLead(world, form, person, more).id);
}

/** One for each lead, as the platform signs them. Ids travel as numbers. */
export const noticesOf = (world: World, leadIds: readonly string[]): readonly SignedNotice[] =>
  leadIds.flatMap((leadId) => {
    const lead = world.get(leadId);
    const form = world.get(textOf(lead?.data.form_id));
    if (lead === undefined || form === undefined) return [];
    const [page = ''] = form.parents;
    const time = Math.floor((number(lead.created) ?? 0) / 1_000);
    const value = `"leadgen_id":${leadId},"page_id":${page},"form_id":${form.id},"created_time":${time}`;
    const body = `{"object":"page","entry":[{"id":"${page}","time":${time},"changes":[{"field":"leadgen","value":{${value}}}]}]}`;
    const signature = createHmac('sha256', appSecret).update(body).digest('hex');
    return [
      {
        leadId,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${signature}`,
        },
        body,
      },
    ];
  });
