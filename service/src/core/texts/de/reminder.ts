import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Zahlungserinnerung',
  second: 'Zweite Zahlungserinnerung',
  madeOn: 'Datum',
  payBy: 'Zahlbar bis',
  opening:
    'Ihre Zahlung zur unten genannten Rechnung ist bei uns nicht eingegangen. Vielleicht haben Sie sie übersehen: Bitte zahlen Sie den offenen Betrag bis zum {day}.',
  openingAgain:
    'Wir haben Sie bereits einmal erinnert und Ihre Zahlung noch nicht erhalten. Bitte zahlen Sie den offenen Betrag bis zum {day}; sonst kann die Forderung zum Einzug abgegeben werden.',
  ordered: 'Bestellung {number} vom {day}',
  fallenDue: 'Fällig gewesen am {day}',
  reminderFees: 'Mahngebühren',
  lateInterest: 'Verzugszinsen bis {day}',
  lateRate: 'Die Verzugszinsen betragen heute {rate} pro Jahr. Es gilt der Satz jedes Tages; das Gesetz kann ihn ändern.',
  announced:
    'Wenn Sie nicht innerhalb von 14 Tagen nach Erhalt dieses Schreibens zahlen, berechnen wir {fee} für die Einziehung.',
  announcedInterest:
    'Zahlen Sie nicht innerhalb von 14 Tagen nach Erhalt dieses Schreibens, fallen ab dann Verzugszinsen an, heute {rate} pro Jahr.',
  announcedInterestByLaw:
    'Zahlen Sie nicht innerhalb von 14 Tagen nach Erhalt dieses Schreibens, fallen ab dann Verzugszinsen zum gesetzlichen Satz jedes Tages an.',
  announcedTogether:
    'Wenn Sie diese und die Rechnungen, an die wir Sie bereits erinnert haben, nicht innerhalb von 14 Tagen nach Erhalt unserer Schreiben zahlen, berechnen wir {fee} für die Einziehung, einmal für alle zusammen.',
  forbearance:
    'Wenn Sie nicht sofort zahlen können, schreiben Sie uns: Bevor etwas beigetrieben wird, suchen wir einen Weg, der zu Ihrer Lage passt, etwa einen späteren Termin, Teilzahlungen oder eine längere Laufzeit.',
  crossed:
    'Haben Sie inzwischen gezahlt, betrachten Sie dieses Schreiben als gegenstandslos. Können Sie nicht zahlen oder sind Sie nicht einverstanden, wenden Sie sich bitte an uns.',
};
