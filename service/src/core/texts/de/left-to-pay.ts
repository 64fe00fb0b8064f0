import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopie',
  asOf: 'Noch zu zahlen am {day}',
  captured: 'Rechnungsbetrag',
  credited: 'Gutgeschrieben',
  paid: 'Bezahlt',
  paidBack: 'Rückzahlung an Sie',
  fees: 'Mahngebühren',
  lateInterest: 'Verzugszinsen',
  left: 'Noch zu zahlen',
  nothingLeft: 'Zu dieser Rechnung ist nichts mehr zu zahlen. Bitte überweisen Sie nichts.',
  letterSettled: 'Von dem, was dieses Schreiben forderte, ist nichts mehr zu zahlen. Bitte überweisen Sie nichts.',
  replaces: 'Beträge und Codes auf früheren Schreiben zu dieser Rechnung gelten nicht mehr: Bitte zahlen Sie nur den Rest.',
  dueNow: 'Die folgenden Angaben gelten für alles, was überfällig ist, mit derselben Referenz.',
  underway: 'Was am {days} fällig war, ziehen wir gerade von Ihrem Konto {account} ein. Bitte überweisen Sie es nicht.',
  takenOff: 'Der Betrag wird von dem abgezogen, was Sie zur Rechnung schulden.',
  back: 'Davon hatten Sie {amount} schon bezahlt: Sie erhalten sie zurück.',
  costsTakenOff:
    'Zinsen und Gebühren von {amount}, die Sie bezahlt hatten, schulden Sie nicht mehr: Sie zählen als Zahlung auf den Rest.',
  costsBack: 'Zinsen und Gebühren von {amount}, die Sie bezahlt hatten, schulden Sie nicht mehr: Sie erhalten sie zurück.',
  lateKept: 'Was Sie für Mahnungen und Verzug bezahlt hatten, {amount}, wird nicht zurückgezahlt.',
};
