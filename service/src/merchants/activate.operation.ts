import { activity } from './activity.ts';

export const activateMerchant = activity('activateMerchant', 'Let a merchant take orders again', 'Again it changes nothing.');
