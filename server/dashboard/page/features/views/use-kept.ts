import { useResource } from '../../base/api.ts';

export const useKept = () => useResource('views.list', {});
