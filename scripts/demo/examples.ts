// The examples as files tell them, and made fresh for a run: numbers of orders are used once, and what a person may owe is
// limited, so each run is a new person's order.
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../own-service.ts';
import { freshNationalId } from './national-ids.ts';
import type { Json } from './shop.ts';

export interface Item extends Json {
  readonly quantity: number;
  readonly grossUnitPrice: number;
}

export interface Summary extends Json {
  readonly totalGrossAmount: number;
  readonly currency: string;
  readonly items: readonly Item[];
}

export interface Customer extends Json {
  readonly firstName: string;
  readonly lastName: string;
  readonly identificationNumber?: string;
  readonly customerNumber?: string;
  readonly address: { readonly postalCode: string; readonly postalPlace: string; readonly countryCode: string };
}

export interface Example {
  readonly story: string;
  readonly key: string;
  readonly authorize: Json & { readonly customer: Customer; readonly order: Summary & { readonly number: string } };
  readonly update: { readonly updateOrderSummary: Summary };
  readonly capture: Json & {
    readonly orderDetails: Summary;
    readonly invoiceNumber: string;
    readonly shippingDetails: readonly object[];
  };
  readonly shipping: Json;
  readonly returnNotification: Json & { readonly totalGrossAmount: number };
  readonly refund: Json & { readonly items: readonly Item[] };
}

/** What every story begins with: who buys what, and the number the invoice will have. */
export type Beginning = Pick<Example, 'story' | 'key' | 'authorize'> & { readonly capture: { readonly invoiceNumber: string } };

/** An order in installments: `authorize` holds what payment methods is asked with, `payment` how the buyer then pays. */
export interface InstallmentExample extends Beginning {
  readonly payment: Json;
  readonly refund: Json & { readonly items: readonly Item[] };
}

export interface AccountEventBody extends Json {
  readonly eventType: string;
  readonly totalAmount?: number;
}

/** A customer account: the application, and what then happens on it. */
export interface AccountExample {
  readonly story: string;
  readonly key: string;
  readonly apply: Json & {
    readonly accountLimit: number;
    readonly customer: Customer & { readonly currency: string; readonly organizationPersonalNo?: string };
  };
  readonly events: readonly AccountEventBody[];
}

const countries = ['no', 'se', 'fi', 'dk', 'de', 'at', 'ch', 'nl', 'be'];

/** All examples, in the order of the specification's countries. */
export const loadExamples = (): Example[] => load<Example>('examples');
export const loadInstallmentExamples = (): InstallmentExample[] => load<InstallmentExample>('examples/installments');
export const loadAccountExamples = (): AccountExample[] => load<AccountExample>('examples/accounts');

function load<Kind>(place: string): Kind[] {
  const folder = join(projectDir, place);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
  const rank = (name: string): number => (countries.includes(name) ? countries.indexOf(name) : countries.length);
  return names
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Kind);
}

/** Some letters and digits that no earlier run has used. */
function freshMark(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(36);
  return `${seconds}${randomInt(36 ** 2)
    .toString(36)
    .padStart(2, '0')}`.toUpperCase();
}

/** The same example with an order number, an invoice number and a person of its own, wherever they occur. */
export function fresh<Kind extends Beginning>(example: Kind): Kind {
  const { customer, order } = example.authorize;
  const mark = freshMark();
  const country = customer.address.countryCode;
  const replaced = new Map([
    [order.number, `${order.number}-${mark}`],
    [example.capture.invoiceNumber, `R-${mark}-${country}`],
  ]);
  if (customer.identificationNumber !== undefined) replaced.set(customer.identificationNumber, freshNationalId(country));
  if (customer.customerNumber !== undefined) replaced.set(customer.customerNumber, `${customer.customerNumber}-${mark}`);
  return withReplaced(example, replaced);
}

/** The same account example with a person of its own. */
export function freshAccount(example: AccountExample): AccountExample {
  const { organizationPersonalNo, customerNumber, address } = example.apply.customer;
  const replaced = new Map<string, string>();
  if (organizationPersonalNo !== undefined) replaced.set(organizationPersonalNo, freshNationalId(address.countryCode));
  if (customerNumber !== undefined) replaced.set(customerNumber, `${customerNumber}-${freshMark()}`);
  return withReplaced(example, replaced);
}

function withReplaced<Kind>(example: Kind, replaced: ReadonlyMap<string, string>): Kind {
  const text = JSON.stringify(example, (_name, value: unknown) =>
    typeof value === 'string' ? (replaced.get(value) ?? value) : value,
  );
  return JSON.parse(text) as Kind;
}

/** The same person's example with another first name: the sandbox lets it steer the outcome. */
export function named(example: Example, firstName: string): Example {
  return { ...example, authorize: { ...example.authorize, customer: { ...example.authorize.customer, firstName } } };
}
