// What a merchant's contract says of the creditor of its invoices.
import type { Currency } from './money.ts';

/** A payee, all but its address. Null: it has none. */
export interface PayeeDetails {
  readonly name: string;
  readonly ibans: { readonly [currency in Currency]?: string };
  readonly bic: string | null;
  /** Switzerland: the IBAN that takes QR references. */
  readonly qrIban: string | null;
  /** Sweden. */
  readonly bankgiro: string | null;
  /** Norway. */
  readonly kontonummer: string | null;
  /** Denmark: the eight digits behind the plus of a payment slip. */
  readonly fikCreditorNumber: string | null;
  readonly sepaCreditorId: string | null;
  /** Of the company register. Law asks for it on invoices and in the pre-contractual information, as for what follows. */
  readonly organisationNumber?: string | null;
  readonly vatNumber?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly website?: string | null;
  /** Who licensed or supervises it as a creditor. */
  readonly supervisoryAuthority?: string | null;
}
