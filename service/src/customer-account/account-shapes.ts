// Account and customer as the account endpoints answer them (C65, C66).
import { type Account, accountStatuses } from '../core/account/account.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import type { Day } from '../core/dates.ts';
import type { Payee } from '../core/merchant.ts';
import { minorToWire } from '../core/money.ts';
import { Address, addressToWire } from '../wire/customers.ts';
import { dayAsInstant, instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Type, Uuid, Word } from '../wire/schema.ts';

export const AccountAnswer = Type.Object(
  {
    accountNumber: Type.String({ description: 'With a check digit; it contains a dot.' }),
    accountProfile: Type.String(),
    accountStatus: Word(accountStatuses, 'Anything but Ok takes no new purchases and withdrawals.'),
    accountLimit: Type.Number(),
    balance: Type.Number({ description: 'Without fees and interest.' }),
    bankAccount: Opt(Type.String({ description: 'Where payments go.' })),
    customerId: Type.String(),
    createdAt: InstantText(),
    isStopped: Type.Boolean(),
    ocr: Type.String({ description: 'What a payer writes on a payment.' }),
    lastNoticeDate: Opt(InstantText()),
    nextNoticeDate: InstantText(),
    withdrawalUrl: Opt(
      Type.String({ description: 'Where a consumer withdraws from the credit, for the agreement; as it is opened.' }),
    ),
  },
  { title: 'Account' },
);

export const AccountCustomer = Type.Object(
  {
    customerNumber: Type.String(),
    customerAccountId: Opt(Uuid()),
    firstName: Type.String(),
    lastName: Type.String(),
    addressList: Type.Array(Type.Partial(Address)),
  },
  { title: 'AccountCustomer' },
);

export function accountToWire(account: Account, payee: Pick<Payee, 'ibans'>): Static<typeof AccountAnswer> {
  const bankAccount = payee.ibans[account.currency];
  const day = (on: Day): string => dayAsInstant(on);
  return {
    accountNumber: account.number,
    accountProfile: String(account.profileNo),
    accountStatus: account.status,
    accountLimit: minorToWire(account.limitMinor),
    balance: minorToWire(account.principalMinor),
    ...(bankAccount !== undefined && { bankAccount }),
    customerId: account.customerNumber,
    createdAt: instantToWire(account.insertedAt),
    isStopped: account.stopped,
    ocr: account.ocr,
    ...(account.lastNoticeOn !== null && { lastNoticeDate: day(account.lastNoticeOn) }),
    nextNoticeDate: day(account.nextNoticeOn),
  };
}

export interface Owner {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly address?: Partial<Address>;
}

export function accountCustomerToWire(
  owner: Owner,
  customerNumber: string,
  account: Account | null,
  country: CountryCode,
): Static<typeof AccountCustomer> {
  return {
    customerNumber,
    ...(account && { customerAccountId: account.id }),
    firstName: owner.firstName ?? '',
    lastName: owner.lastName ?? owner.companyName ?? '',
    addressList: owner.address ? [addressToWire(owner.address, country)] : [],
  };
}
