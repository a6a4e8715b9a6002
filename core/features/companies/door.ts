export { openCompany } from './open-company.ts';
