import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Erinnerung an Ihr Widerrufsrecht',
  concludedOn: 'Vertrag geschlossen am',
  informedLate:
    'Sie haben die Standardinformationen zu diesem Kredit am {day} erhalten, weniger als einen Tag, bevor Sie gebunden waren. Wir erinnern Sie deshalb daran, dass Sie den Kreditvertrag widerrufen können.',
  notInformed:
    'Sie haben die Standardinformationen zu diesem Kredit nicht erhalten, bevor Sie gebunden waren. Wir erinnern Sie deshalb daran, dass Sie den Kreditvertrag widerrufen können.',
  howToWithdraw: 'So widerrufen Sie',
  afterwards: 'Was dann geschieht',
  changeTitle: 'Änderung Ihres Kreditvertrags',
  changeIntro: 'Ihre Bestellung im Shop wurde geändert. Deshalb ändert sich auch der Vertrag über ihre spätere Bezahlung.',
  changeFrom: 'Gilt ab',
  changeWhat: 'Was sich ändert',
  changeBefore: 'Bisher',
  changeAfter: 'Künftig',
  changeRest: 'Alles Übrige bleibt wie vereinbart, auch der Sollzinssatz und die Gebühren.',
  changeConsent: 'Die Änderung folgt aus der Änderung Ihrer Bestellung; darüber hinaus ist keine Zustimmung von Ihnen nötig.',
  changeObject:
    'Wenn Sie nicht einverstanden sind oder die Bestellung nicht ändern wollten, schreiben Sie an {name}. Sie können sich jederzeit beschweren; eine Frist gibt es nicht.',
};
