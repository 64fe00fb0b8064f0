// How the account endpoints find an account: by its number, or by the national number of its owner.

import { readAccountNumber } from '../core/account/number.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { identitiesOfNumber } from '../core/party.ts';
import { type Call, call } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText } from '../store/table.ts';
import { findAccountByNumber, findAccountOfCustomer } from './accounts.sql.ts';

export const accountByNumber = ({ accountNumber }: { accountNumber: string }, { id }: MerchantOnClock): Call =>
  call(findAccountByNumber, id, readAccountNumber(accountNumber) ?? '');

/** Only the keyed hash of the number gets any further (C66). */
export const accountBySsn = ({ ssn }: { ssn: string }, { id, country }: MerchantOnClock, hashes: Secrets['hashes']): Call =>
  call(
    findAccountOfCustomer,
    id,
    arrayText(
      'text',
      identitiesOfNumber(ssn, country).flatMap((each) => hashes(`id:${each}`)),
    ),
  );
