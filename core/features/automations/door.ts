export { ruleTemplates } from './templates.ts';
