// What the bench sends.

/** A person of their own for each order, since what one may owe is limited. */
export function authorizeBody(number: string, gross: number): string {
  const item = {
    productId: 'LAMP-7',
    description: 'Desk lamp',
    quantity: 1,
    netUnitPrice: gross,
    grossUnitPrice: gross,
    vatPercent: 0,
    vatAmount: 0,
  };
  return JSON.stringify({
    payment: { type: 'Invoice' },
    customer: {
      customerNumber: `K-${number}`,
      customerCategory: 'Person',
      firstName: 'Johanna',
      lastName: 'Weber',
      email: 'johanna.weber@example.com',
      birthDate: '1984-12-08',
      address: { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlin', countryCode: 'DE' },
    },
    order: { number, totalGrossAmount: gross, totalNetAmount: gross, currency: 'EUR', items: [item] },
  });
}
