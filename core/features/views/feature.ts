import { success } from '../../base/schema/envelope.ts';
import { feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { keepRequest, keepView, MOST, viewsAnswer, viewsKind, viewsOf } from './views.ts';

const own = { topic: 'Reports', scope: 'read', reach: 'workspace' } as const;

const viewOperations = [
  operation({
    ...own,
    name: 'views.list',
    place: 'GET /v1/views',
    summary: 'The views of the table of ads that you have saved, the oldest first',
    output: viewsAnswer,
    run: async (ports, caller) => success({ data: await viewsOf(ports, caller) }),
  }),
  operation({
    ...own,
    approval: 'never',
    preview: 'quiet',
    idempotency: 'repeatable',
    name: 'views.keep',
    place: 'PUT /v1/views',
    summary: 'Save a view of the table of ads under a name, for yourself, or forget it',
    description: `A view of the same name is replaced. Of more than ${MOST} the oldest goes.`,
    input: keepRequest,
    output: viewsAnswer,
    async run(ports, caller, { input }) {
      await keepView(ports, caller, input);
      return success({ data: await viewsOf(ports, caller) });
    },
  }),
] as const;

export const views = feature({ name: 'views', operations: viewOperations, kinds: [viewsKind] });
