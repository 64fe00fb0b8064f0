// Account numbers in their public form: `0100.0000008`. Ten digits and a check digit over them (Luhn, mod 10), with a dot
// after the fourth, so that a number that was mistyped is most often no number at all.

/** An account number made of the last ten digits of a digit string of at least ten. */
export function accountNumber(digits: string): string {
  const ten = digits.slice(-10);
  if (!/^\d{10}$/.test(ten)) throw new Error('an account number is made of ten digits');
  return `${ten.slice(0, 4)}.${ten.slice(4)}${checkDigit(ten)}`;
}

/** The public form of what a person or a till wrote: with or without the dot, with spaces; null when it is no such number. */
export function readAccountNumber(written: string): string | null {
  const digits = written.replace(/[\s.]/g, '');
  if (!/^\d{11}$/.test(digits) || checkDigit(digits.slice(0, 10)) !== digits.slice(10)) return null;
  return `${digits.slice(0, 4)}.${digits.slice(4)}`;
}

/** From the right every other digit counts double, a double of two digits by their sum; the whole is a multiple of ten. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}
