import type { RowOf } from '../../base/api.ts';

export type CommentRow = RowOf<'comments.list'>;
