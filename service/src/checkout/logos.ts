// The pictures of the payment methods, at addresses that stay. Each is on a card of its own, because the colour of
// the shop is not known; green is what is paid, amber what is still owed, as in the service's own sign.
import type { Logo } from './legal.ts';

const green = '#0b6b50';
const amber = '#e8a33d';

const line = (path: string, colour = green, width = 2.4): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The sheet of paper that both invoices are. */
const sheet = line('M23 8h13l6 6v18a2 2 0 0 1-2 2H23a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2z') + line('M36 8v6h6');

const drawings: Readonly<Record<Logo, string>> = {
  invoice: `${sheet}${line('M26 19h8')}${line('M26 24h5')}<circle cx="41" cy="29" r="7" fill="#fff"/><circle cx="41" cy="29" r="6" fill="${amber}"/>${line('M41 26v3.4l2.2 1.6', '#fff', 1.8)}`,
  'direct-debit': `${line('M18 17 32 8l14 9z')}${line('M22 20v9M29 20v9')}${line('M18 33h13')}<circle cx="43" cy="29" r="7" fill="${amber}"/>${line('M39.6 29h6.6M43.6 26.2l2.8 2.8-2.8 2.8', '#fff', 1.8)}`,
  'monthly-invoice': `${line('M20 12a2 2 0 0 1 2-2h20a2 2 0 0 1 2 2v20a2 2 0 0 1-2 2H22a2 2 0 0 1-2-2z')}${line('M20 17h24')}${line('M26 7v5M38 7v5')}<g fill="${green}"><circle cx="26" cy="23" r="1.6"/><circle cx="32" cy="23" r="1.6"/><circle cx="38" cy="23" r="1.6"/><circle cx="26" cy="28.5" r="1.6"/><circle cx="32" cy="28.5" r="1.6"/></g><circle cx="38" cy="28.5" r="3.2" fill="${amber}"/>`,
  installment: `<circle cx="19" cy="20" r="8" fill="${green}"/><circle cx="32" cy="20" r="8" fill="${amber}" stroke="#fff" stroke-width="2"/><circle cx="45" cy="20" r="8" fill="#fff" stroke="${amber}" stroke-width="2.2" stroke-dasharray="3.2 2.6"/>${line('m15.8 20.2 2.3 2.3 4.2-4.6', '#fff', 2)}`,
  account: `${line('M17 14a3 3 0 0 1 3-3h22a2 2 0 0 1 2 2v3')}<rect x="17" y="14.5" width="30" height="18" rx="3" fill="${green}"/><path d="M38 20.5h10v6H38a3 3 0 0 1 0-6z" fill="${amber}" stroke="#fff" stroke-width="1.6"/><circle cx="39.8" cy="23.5" r="1.3" fill="#fff"/>`,
};

export function logo(name: Logo): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" width="64" height="40"><rect x=".75" y=".75" width="62.5" height="38.5" rx="6" fill="#fff" stroke="#d9d7cd" stroke-width="1.5"/>${drawings[name]}</svg>`;
}
