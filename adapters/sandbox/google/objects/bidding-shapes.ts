import type { Message } from './shapes.ts';

const bounds: Message = { cpcBidCeilingMicros: 'int', cpcBidFloorMicros: 'int' };

/** Strategies of a single campaign. */
export const biddingShapes: { readonly [bidding: string]: Message } = {
  manualCpc: { enhancedCpcEnabled: 'bool' },
  manualCpm: {},
  manualCpv: {},
  maximizeConversions: { targetCpaMicros: 'int', ...bounds },
  maximizeConversionValue: { targetRoas: 'double', ...bounds },
  targetCpa: { targetCpaMicros: 'int', ...bounds },
  targetRoas: { targetRoas: 'double', ...bounds },
  targetSpend: { cpcBidCeilingMicros: 'int' },
  targetImpressionShare: {
    location: ['ANYWHERE_ON_PAGE', 'TOP_OF_PAGE', 'ABSOLUTE_TOP_OF_PAGE'],
    ...{ locationFractionMicros: 'int', cpcBidCeilingMicros: 'int' },
  },
  percentCpc: { cpcBidCeilingMicros: 'int', enhancedCpcEnabled: 'bool' },
};
