// iban-to-bic 1.4.0 has no types of its own.
declare module 'iban-to-bic' {
  const data: {
    /** The BIC of the bank behind a valid IBAN of AT, BE, DE, ES, FR, LU or NL, where its data has the bank code. */
    ibanToBic(iban: string): string | undefined;
  };
  export default data;
}
