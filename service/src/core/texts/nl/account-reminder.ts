import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Ingebrekestelling',
  opening:
    'Wij hebben niet alles ontvangen wat uw rekeningoverzichten vroegen. Misschien hebt u het over het hoofd gezien: betaal het achterstallige bedrag uiterlijk {day}.',
  openingAgain:
    'Wij hebben u één keer herinnerd en het achterstallige bedrag nog steeds niet volledig ontvangen. Betaal het uiterlijk {day}; anders kunnen wij alles wat op de rekening verschuldigd is in één keer opeisen.',
  openingNotice:
    'Wat uw overzichten vroegen is ondanks onze herinneringen nog steeds achterstallig. Betaal het uiterlijk {day}. Doet u dat niet, dan is alles wat op de rekening verschuldigd is in één keer opeisbaar, vandaag {owed}, en kan het ter incasso worden overgedragen.',
  overdue: 'Achterstallig',
  owed: 'Totale schuld van de rekening',
};
