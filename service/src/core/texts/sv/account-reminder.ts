import type { AccountReminderWords } from '../en/account-reminder.ts';

export const accountReminder: AccountReminderWords = {
  notice: 'Uppsägning',
  opening:
    'Vi har inte fått allt som dina kontoutdrag begärde. Kanske har du förbisett det: vänligen betala det förfallna beloppet senast {day}.',
  openingAgain:
    'Vi har påmint dig en gång och har fortfarande inte fått hela det förfallna beloppet. Vänligen betala det senast {day}; annars kan vi begära att hela skulden på kontot betalas på en gång.',
  openingNotice:
    'Det som dina kontoutdrag begärde är fortfarande förfallet, fast vi har påmint dig. Vänligen betala det senast {day}. Om du inte gör det förfaller hela skulden på kontot på en gång, i dag {owed}, och kan lämnas till inkasso.',
  overdue: 'Förfallet',
  owed: 'Hela skulden på kontot',
};
