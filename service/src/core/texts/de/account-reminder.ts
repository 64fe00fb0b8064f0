import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Kündigungsandrohung',
  opening:
    'Was Ihre Kontoauszüge verlangt haben, ist nicht vollständig bei uns eingegangen. Vielleicht haben Sie es übersehen: Bitte zahlen Sie den überfälligen Betrag bis zum {day}.',
  openingAgain:
    'Wir haben Sie bereits einmal erinnert und den überfälligen Betrag noch nicht vollständig erhalten. Bitte zahlen Sie ihn bis zum {day}; sonst können wir alles, was auf dem Konto geschuldet wird, auf einmal verlangen.',
  openingNotice:
    'Was Ihre Kontoauszüge verlangt haben, ist trotz unserer Erinnerungen weiter überfällig. Bitte zahlen Sie den Betrag bis zum {day}. Wenn Sie nicht zahlen, verlangen wir die gesamte Restschuld des Kontos auf einmal, heute {owed}; sie kann dann zum Einzug abgegeben werden.',
  overdue: 'Überfällig',
  owed: 'Gesamte Schuld des Kontos',
};
