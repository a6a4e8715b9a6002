import { auditHeadKind, auditKind } from './access/audit.ts';
import { companyCallsKind } from './access/company-calls.ts';
import { firstCompanyKind } from './access/first-company.ts';
import { inviteKind } from './access/invites.ts';
import { keyKind, keyUseKind } from './access/keys.ts';
import { peopleHeadKind, personKind } from './access/person-records.ts';
import { companyKind, workspaceKind } from './access/records.ts';
import { sessionKind } from './access/sessions.ts';
import { signInLinkKind } from './access/sign-in-links.ts';
import { authorizationKind } from './accounts/authorize.ts';
import { dayCountKind } from './accounts/day-counts.ts';
import { deletedAdKind } from './accounts/deleted-ads.ts';
import { keptListKind } from './accounts/kept-list.ts';
import { adAccountKind, connectionKind } from './accounts/records.ts';
import { effectPlanKind } from './effects/plan.ts';
import { adCopyTemplateKind } from './features/ad-copy/ad-copy.ts';
import { approvalKind } from './features/approvals/records.ts';
import { automationSwitchKind, executionKind, memoryKind, ruleKind } from './features/automations/records.ts';
import {
  adThreadsKind,
  commentFilterKind,
  commentKind,
  replyClaimKind,
  threadKind,
  watchKind,
} from './features/comments/records.ts';
import { savedReplyKind } from './features/comments/saved-replies.ts';
import {
  deliveryKind as conversionDeliveryKind,
  destinationKind,
  eventKeyKind,
  payloadKind,
  tallyKind,
  uploadKind,
} from './features/conversions/records.ts';
import { adAssetKind, listedBatchesKind, shownAdKind, unreadBatchKind, usedFileKind } from './features/creatives/records.ts';
import { exportKind } from './features/exports/records.ts';
import { boardKind, indexedKind, tagKind } from './features/library/records.ts';
import { namingConventionKind } from './features/naming/records.ts';
import { notificationKind, readerKind } from './features/notifications/records.ts';
import { presetKind } from './features/presets/presets.ts';
import { researchConnectionKind } from './features/research/records.ts';
import { sheetBatchKind, sheetTurnKind } from './features/row-claims/records.ts';
import { savedReportKind } from './features/saved-reports/records.ts';
import { utmTemplateKind } from './features/utm/utm.ts';
import { receiverKind } from './features/webhooks/receiver.ts';
import { deliveryKind, webhookKind } from './features/webhooks/records.ts';
import { accountChangeKind } from './gate/changes.ts';
import { approvalPolicyKind, guardrailsKind } from './gate/records.ts';
import { budgetSeenKind } from './gate/seen.ts';
import { startedByKind } from './gate/started-by.ts';
import { accountTotalKind, companyTotalKind } from './gate/totals.ts';
import { launchDefaultsKind } from './launch/accept/defaults.ts';
import { campaignTrackingKind } from './launch/accept/scheme.ts';
import { journalPageKind } from './launch/journal/pages.ts';
import { batchKind, draftKind, journalKind, mediaAssetKind, planKind } from './launch/journal/records.ts';
import { loosePagesKind, planPageKind } from './launch/plan/pages.ts';
import { launchedIntoKind } from './launch/repeats/records.ts';
import { keptNotesKind } from './manage/create/kept-notes.ts';
import { duplicateJournalKind, duplicateKind, duplicatePlanKind } from './manage/duplicate/records.ts';
import { narrowedKind } from './manage/edit/narrowed.ts';
import { scheduledEndKind } from './manage/edit/scheduled-ends.ts';
import { updateKind } from './manage/update/kept-update.ts';
import { contentKind } from './media/contents.ts';
import { knownHostsKind } from './media/hosts.ts';
import { importFileKind, importKind } from './media/import/records.ts';
import { mediaKind, mediaLookedKind } from './media/records.ts';
import { mediaSourceKind } from './media/sources.ts';
import type { Kind } from './ports/store.ts';
import { idempotencyKind } from './records/idempotency.ts';
import { jobKind } from './records/job.ts';
import { leaseKind } from './records/lease.ts';
import { sequenceKind } from './records/sequence.ts';
import { uniqueNameKind } from './records/unique-name.ts';
import { reachKind } from './report/reach.ts';
import { settledKind } from './report/settled.ts';
import { syncKind } from './report/sync-job.ts';
import { thumbnailKind } from './report/thumbnails.ts';
import { secretCheckKind } from './secrets/check.ts';
import { upgradeKind } from './upkeep/account-keys.ts';
import { backupStateKind } from './upkeep/backups.ts';
import { toldRejectedKind } from './upkeep/watch.ts';

/** Every kind of document, so that the SQL backends can make their indexes at start and not at the first search. */
export const kinds: readonly Kind[] = [
  ...[
    companyKind,
    firstCompanyKind,
    workspaceKind,
    keyKind,
    keyUseKind,
    sessionKind,
    personKind,
    peopleHeadKind,
    auditKind,
    auditHeadKind,
  ],
  ...[inviteKind, signInLinkKind],
  ...[dayCountKind, keptListKind],
  ...[
    connectionKind,
    authorizationKind,
    adAccountKind,
    launchDefaultsKind,
    guardrailsKind,
    budgetSeenKind,
    startedByKind,
    accountChangeKind,
  ],
  ...[accountTotalKind, companyTotalKind],
  ...[batchKind, planKind, draftKind, journalKind, mediaAssetKind, launchedIntoKind],
  ...[planPageKind, loosePagesKind, journalPageKind],
  ...[mediaKind, contentKind, adCopyTemplateKind, keptNotesKind, deletedAdKind, narrowedKind, updateKind, namingConventionKind],
  ...[scheduledEndKind, savedReportKind, mediaLookedKind],
  ...[adAssetKind, shownAdKind, unreadBatchKind, listedBatchesKind, usedFileKind, boardKind, tagKind, indexedKind],
  ...[utmTemplateKind, presetKind, campaignTrackingKind],
  ...[importKind, importFileKind, knownHostsKind, mediaSourceKind],
  ...[sheetBatchKind, sheetTurnKind],
  ...[effectPlanKind, duplicateKind, duplicatePlanKind, duplicateJournalKind],
  ...[uploadKind, conversionDeliveryKind, payloadKind, eventKeyKind, tallyKind, destinationKind],
  ...[exportKind, reachKind, settledKind, syncKind, thumbnailKind],
  ...[commentKind, threadKind, watchKind, adThreadsKind, commentFilterKind, savedReplyKind, replyClaimKind],
  ...[approvalKind, approvalPolicyKind],
  ...[webhookKind, deliveryKind, receiverKind, researchConnectionKind],
  ...[notificationKind, readerKind, toldRejectedKind],
  ...[ruleKind, executionKind, memoryKind, automationSwitchKind],
  ...[
    companyCallsKind,
    backupStateKind,
    upgradeKind,
    secretCheckKind,
    idempotencyKind,
    jobKind,
    leaseKind,
    sequenceKind,
    uniqueNameKind,
  ],
];
