/** Pages that are not part of the first visit, and parts of pages. */
export { BatchPreviews, PlanPreviews } from './ad-previews.tsx';
export { AdsPage } from './ads.tsx';
export { AuditPage } from './audit.tsx';
export { CommentFiltersPage } from './comment-filters.tsx';
export { CompaniesPage } from './companies.tsx';
export { CompanyPage } from './company.tsx';
export { ConversionsPage } from './conversions.tsx';
export { CreativesPage } from './creatives.tsx';
export { FaultsPage } from './faults.tsx';
export { InboxPage } from './inbox.tsx';
export { JobsPage } from './jobs.tsx';
export { LibraryPage } from './library.tsx';
export { LimitsPage } from './limits.tsx';
export { ReportsPage } from './reports.tsx';
export { ResearchPage } from './research.tsx';
export { RulePage } from './rule.tsx';
export { RulesPage } from './rules.tsx';
export { TemplatesPage } from './templates.tsx';
