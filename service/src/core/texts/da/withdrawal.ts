import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Fortryd kreditten',
  order: 'Ordre {number}, {amount} betales senere.',
  until: 'Du kan træde tilbage fra kreditaftalen til og med den {day} uden at angive en grund.',
  open: 'Du kan træde tilbage fra kreditaftalen uden at angive en grund.',
  effect:
    'Købet består. Du betaler da inden for 30 dage hovedstolen på {capital} og renten til i dag, {interest} ({perDay} for hver dag, siden du fik kreditten), tilbage. Kredittens gebyrer skylder du ikke. Vil du sende varer tilbage, så kontakt butikken.',
  account: 'Konto {number}, kreditramme {amount}.',
  accountEffect:
    'Dine køb står ved magt, og der købes ikke mere på kontoen. Inden for 30 dage betaler du så kapitalen på {capital} og renterne til i dag, {interest} ({perDay} for hver dag), tilbage. Gebyrer skyldes ikke.',
  ask: 'Fortryd nu',
  done: 'Du fortrød kreditten den {day}.',
  received: 'Vi modtog din meddelelse den {day} kl. {time}.',
  toPay: 'Betal {total} senest den {payBy}: {capital} i hovedstol og {interest} i rente.',
  nothingLeft: 'Der er intet tilbage at betale.',
  over: 'Fristen for at fortryde udløb den {day}. Du kan til enhver tid betale tilbage før tid.',
  none: 'Der er ingen fortrydelsesret her. Kontakt butikken.',
};
