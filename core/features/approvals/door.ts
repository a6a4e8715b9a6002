export { decideByLink, openLink } from './links.ts';
export { guestBody } from './schema.ts';
