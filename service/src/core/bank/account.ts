// What a country's own rules say of an account.

/** An account by the country's rules: `undecided` where the rules do not say. Without a BBAN no IBAN can be made of it. */
export interface Account {
  readonly verdict: 'right' | 'wrong' | 'undecided';
  /** The part of an IBAN after its check digits. */
  readonly bban?: string;
}

/** What is wrong with the form itself. */
export const wrong: Account = { verdict: 'wrong' };

export interface Bank {
  readonly bankName?: string;
  readonly bic?: string;
}
