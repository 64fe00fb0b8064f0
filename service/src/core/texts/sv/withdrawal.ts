import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Ångra krediten',
  order: 'Order {number}, {amount} att betala senare.',
  until: 'Du får frånträda kreditavtalet till och med {day} utan att ange något skäl.',
  open: 'Du får frånträda kreditavtalet utan att ange något skäl.',
  effect:
    'Köpet står kvar. Du betalar då inom 30 dagar tillbaka kapitalet {capital} och räntan till i dag, {interest} ({perDay} för varje dag sedan du fick krediten). Kreditens avgifter är du inte skyldig. Vill du skicka tillbaka varor vänder du dig till butiken.',
  account: 'Konto {number}, kreditgräns {amount}.',
  accountEffect:
    'Dina köp står fast, och inget mer köps på kontot. Inom 30 dagar betalar du då tillbaka kapitalet på {capital} och räntan till i dag, {interest} ({perDay} för varje dag). Avgifter ska inte betalas.',
  ask: 'Ångra nu',
  done: 'Du ångrade krediten den {day}.',
  received: 'Vi tog emot ditt meddelande den {day} kl. {time}.',
  toPay: 'Betala {total} senast den {payBy}: {capital} i kapital och {interest} i ränta.',
  nothingLeft: 'Inget återstår att betala.',
  over: 'Ångerfristen gick ut den {day}. Du får betala tillbaka i förtid när som helst.',
  none: 'Här finns ingen ångerrätt. Vänd dig till butiken.',
};
