import type { Actor } from '../../access/caller.ts';
import { offeredMember } from '../../accounts/capabilities.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { sentName } from '../../base/schema/aliases.ts';
import { type ManagePorts, openAccount } from '../open-account.ts';
import type { AdPreviewRequest, AdPreviewResponse } from '../schema/inspect.ts';
import { openOwner, refuseElsewhere } from './find-owner.ts';

/**
 * HTML with a frame of the platform's. One call; one more to find the account where there are
 * several.
 */
export async function adPreview(
  ports: ManagePorts,
  caller: Actor,
  request: AdPreviewRequest,
): Promise<AdPreviewResponse> {
  const { adId, accountId, format = 'MOBILE_FEED_STANDARD' } = request;
  const at = {
    missing: sentName(request, 'adId'),
    fields: { format: sentName(request, 'format') },
  };
  return withRequestErrors(at, async () => {
    const account =
      accountId === undefined
        ? await openOwner(ports, caller.companyId, { type: 'ad', id: adId }, 'inspect')
        : await openAccount(
            ports,
            caller.companyId,
            { accountId, namedAt: sentName(request, 'accountId') },
            'inspect',
          );
    const { access, platform } = account;
    await refuseElsewhere(ports, account, [{ type: 'ad', id: adId }], at.missing);
    const { html } = await offeredMember(
      platform,
      'inspect',
      'preview',
      at.missing,
    )(access, adId, format);
    return { success: true, adId, format, html };
  });
}
