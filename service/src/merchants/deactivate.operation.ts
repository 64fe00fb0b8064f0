import { activity } from './activity.ts';

export const deactivateMerchant = activity(
  'deactivateMerchant',
  'Let a merchant take no new orders',
  'From the next decision on, in every process: nothing new is authorized, offered or raised, no account opened or charged (400.353). What was authorized is captured, voided, refunded and paid as before. Again it changes nothing.',
);
