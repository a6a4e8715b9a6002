import { useResource } from '../../base/api.ts';

export const useKept = () => useResource('savedReports.list', { limit: 50 });
