import type { Fault } from '../base/errors.ts';
import type { LaunchAd } from './launch-ad.ts';
import type { Access, Credentials } from './platform-accounts.ts';
import type { Unanswered } from './platform-create.ts';
import type { CursorPage } from './platform-reads.ts';

/**
 * Forms that people fill in inside the platform, and what they answered. All members may be
 * repeated.
 */
export interface LeadsCapability {
  /** How long the platform keeps leads. Absent: not known. */
  readonly keptDays?: number;
  /** Forms of the account, those that take no leads any more too. */
  forms(access: Access): Promise<readonly LeadForm[]>;
  /**
   * What is wrong with the forms that ads name, as far as the platform tells before anything is
   * made.
   */
  check(access: Access, ads: readonly LaunchAd[]): Promise<readonly Fault[]>;
  /**
   * One page of a form's leads in any order; those before `since` may be left out. A page may be
   * empty although more follow, and a lead may come several times. Absent: leads are not read here.
   */
  page?(access: Access, form: LeadFormRef, query: LeadPageQuery): Promise<CursorPage<PlatformLead>>;
  /**
   * One lead that a notice named; undefined once it is gone. Absent: leads come by `page` alone.
   */
  read?(access: Access, lead: LeadRef): Promise<PlatformLead | undefined>;
  readonly notices?: LeadNotices;
  /** Absent: forms are made in the platform's own manager alone. */
  readonly making?: LeadFormMaking;
}

/**
 * A form has no place for a mark: one is known again by its page, its name and all that it says.
 */
export interface LeadFormMaking {
  /** The active form of this name on this page; of several the one that differs least. */
  named(access: Access, form: NewLeadForm): Promise<NamedLeadForm | undefined>;
  make(access: Access, form: NewLeadForm): Promise<Pick<NamedLeadForm, 'id'> | Unanswered>;
}

export interface NewLeadForm {
  readonly page: string;
  readonly name: string;
  readonly questions: readonly LeadQuestion[];
  readonly privacyPolicyUrl: string;
  readonly privacyPolicyText?: string | undefined;
  readonly headline?: string | undefined;
  readonly link?: string | undefined;
  /** Language and country: `de_DE`. */
  readonly locale?: string | undefined;
  /** People look over what they have filled in before they send it. */
  readonly review?: boolean | undefined;
}

export const leadQuestionTypes = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'workEmail',
  'phone',
  'companyName',
  'jobTitle',
  'streetAddress',
  'city',
  'postCode',
  'country',
  'custom',
] as const;

export interface LeadQuestion {
  readonly type: (typeof leadQuestionTypes)[number];
  /** The question itself, of type `custom`. */
  readonly label?: string | undefined;
  /** What people choose from; without, they write. */
  readonly options?: readonly string[] | undefined;
}

export interface NamedLeadForm {
  readonly id: string;
  /**
   * The members of the new form that it has otherwise. What the platform does not tell is not among
   * them.
   */
  readonly differs: readonly (keyof NewLeadForm)[];
}

export interface LeadFormRef {
  readonly id: string;
  /** The page or account that the form belongs to, where the platform needs it. */
  readonly owner?: string;
}

export interface LeadForm extends LeadFormRef {
  readonly name: string;
  readonly state: 'active' | 'draft' | 'archived' | 'deleted';
  /** Leads that the platform says it holds at present. */
  readonly held?: number;
}

export interface LeadRef {
  readonly id: string;
  readonly formId?: string;
  readonly owner?: string;
}

interface LeadPageQuery {
  /** Milliseconds. */
  readonly since: number;
  readonly limit: number;
  readonly after?: string;
}

export interface PlatformLead {
  readonly id: string;
  readonly formId: string;
  /** Milliseconds. */
  readonly createdAt: number;
  readonly isTest: boolean;
  /** Without an ad. */
  readonly isOrganic: boolean;
  readonly adId?: string;
  readonly adSetId?: string;
  readonly campaignId?: string;
  readonly answers: readonly LeadAnswer[];
  /** By which the platform finds the click again. */
  readonly clickId?: { readonly name: 'gclid'; readonly value: string };
}

/** `name` is the key of the question. */
export interface LeadAnswer {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * Messages that the platform sends to an address of ours. Only platforms have them that publish how
 * a call is proved.
 */
export interface LeadNotices {
  /**
   * The member of the credentials that signs them: `appSecret`. Absent: each call carries the token
   * of the address.
   */
  readonly secret?: string;
  /**
   * What the platform wants to read when it asks whether the address is ours; undefined where it
   * may not know. Absent: it never asks.
   */
  challenge?(call: NoticeCall, keys: NoticeKeys): Promise<NoticeAnswer | undefined>;
  /** Undefined where the signature is not right. */
  open(call: NoticeCall, keys: NoticeKeys): Promise<readonly LeadNotice[] | undefined>;
  /**
   * Has the platform send notices about forms of these owners to the address, which answers it
   * already.
   */
  subscribe?(
    access: Access,
    to: { readonly owners: readonly string[]; readonly url: string },
  ): Promise<void>;
  /** What a person has to do at the platform. */
  readonly steps: readonly string[];
}

export interface NoticeCall {
  readonly query: { readonly [name: string]: string };
  header(name: string): string | undefined;
  /** As it came: it is signed. */
  readonly body: string;
}

export interface NoticeKeys {
  readonly credentials: Credentials;
  /** Whether a text is the token that this address was registered with. */
  isToken(text: string): Promise<boolean>;
}

interface NoticeAnswer {
  readonly contentType: 'text/plain' | 'application/json';
  readonly body: string;
}

export interface LeadNotice extends LeadRef {
  /** `deleted`: the person or the platform took it back. */
  readonly what: 'created' | 'deleted';
  /** Milliseconds. */
  readonly createdAt?: number;
}
