import { SlipwayError } from '../../base/errors.ts';

/** `router.procedure`, in letters and digits: nothing that could be read as a path, a list or an encoding. */
const PATTERN = /^[A-Za-z][A-Za-z0-9]{0,39}\.[A-Za-z][A-Za-z0-9]{0,59}$/;

/** Routers that no caller reaches: they make and revoke keys of the source. */
const REFUSED = ['apikey', 'apikeys'];

/** A router with two names, the second of them the source's own. */
const [OTHER_NAME, OWN_NAME] = ['brandWatch', 'brandSpy'];

/** A procedure as the source knows it. Throws `unprocessable_entity` for what cannot be one, `forbidden` for what nobody may call. */
export function checkedProcedure(name: string): string {
  if (!PATTERN.test(name)) throw misnamed();
  const [router = '', verb = ''] = name.split('.');
  if (REFUSED.includes(router.toLowerCase())) throw refused();
  return `${router === OTHER_NAME ? OWN_NAME : router}.${verb}`;
}

function misnamed(): SlipwayError {
  const message = 'A procedure is named router.procedure, in letters and digits: ads.list. One at a time.';
  return new SlipwayError('unprocessable_entity', message, { details: [{ path: 'procedure', code: 'procedure_name', message }] });
}

function refused(): SlipwayError {
  const message = 'Keys of the research source are made and revoked at the source, not through this service.';
  return new SlipwayError('forbidden', message, { details: [{ path: 'procedure', code: 'procedure_refused', message }] });
}
