/** Pages that are not part of the first visit. */
export { CreativesPage } from './creatives.tsx';
export { LibraryPage } from './library.tsx';
export { ResearchPage } from './research.tsx';
export { RulePage } from './rule.tsx';
export { RulesPage } from './rules.tsx';
