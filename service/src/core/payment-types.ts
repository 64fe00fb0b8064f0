/** The payment types a contract may hold (C40). Direct debit is Invoice or Installment with a bank account. */
export const paymentTypes = ['Invoice', 'Consolidatedinvoice', 'Installment', 'Account'] as const;
