import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Kredit widerrufen',
  order: 'Bestellung {number}, {amount} später zu zahlen.',
  until: 'Sie können den Kreditvertrag bis zum {day} ohne Angabe von Gründen widerrufen.',
  open: 'Sie können den Kreditvertrag ohne Angabe von Gründen widerrufen.',
  effect:
    'Der Kauf bleibt bestehen. Sie zahlen dann innerhalb von 30 Tagen das Kapital von {capital} und die Zinsen bis heute, {interest} ({perDay} für jeden Tag seit der Gewährung), zurück. Kosten des Kredits schulden Sie nicht. Für die Rückgabe von Waren wenden Sie sich an den Händler.',
  account: 'Konto {number}, Kreditrahmen {amount}.',
  accountEffect:
    'Ihre Käufe bleiben bestehen, mit dem Konto wird nichts mehr gekauft. Innerhalb von 30 Tagen zahlen Sie dann das Kapital von {capital} und die Zinsen bis heute, {interest} ({perDay} für jeden Tag), zurück. Entgelte werden nicht geschuldet.',
  ask: 'Jetzt widerrufen',
  done: 'Sie haben den Kredit am {day} widerrufen.',
  received: 'Wir haben Ihren Widerruf am {day} um {time} Uhr erhalten.',
  toPay: 'Bitte zahlen Sie {total} bis zum {payBy}: {capital} Kapital und {interest} Zinsen.',
  nothingLeft: 'Es ist nichts mehr zu zahlen.',
  over: 'Die Widerrufsfrist endete am {day}. Sie können jederzeit vorzeitig zurückzahlen.',
  none: 'Hier besteht kein Widerrufsrecht. Bitte wenden Sie sich an den Händler.',
};
