import type { WithdrawalWords } from '../en/withdrawal.ts';

export const withdrawal: WithdrawalWords = {
  title: 'Angre på kreditten',
  order: 'Ordre {number}, {amount} betales senere.',
  until: 'Du kan gå fra kredittavtalen til og med {day} uten å oppgi noen grunn.',
  open: 'Du kan gå fra kredittavtalen uten å oppgi noen grunn.',
  effect:
    'Kjøpet står ved lag. Du betaler da innen 30 dager tilbake kapitalen på {capital} og rentene til i dag, {interest} ({perDay} for hver dag siden du fikk kreditten). Gebyrer for kreditten skylder du ikke. Vil du sende varer tilbake, ta kontakt med butikken.',
  account: 'Konto {number}, kredittramme {amount}.',
  accountEffect:
    'Det du har kjøpt, står fast, og ingenting mer kjøpes på kontoen. Innen 30 dager betaler du da tilbake kapitalen på {capital} og rentene til i dag, {interest} ({perDay} for hver dag). Gebyrer skyldes ikke.',
  ask: 'Angre nå',
  done: 'Du brukte angreretten {day}.',
  received: 'Vi mottok meldingen din {day} kl. {time}.',
  toPay: 'Betal {total} innen {payBy}: {capital} i kapital og {interest} i renter.',
  nothingLeft: 'Det gjenstår ingenting å betale.',
  over: 'Angrefristen gikk ut {day}. Du kan når som helst betale tilbake før tiden.',
  none: 'Det er ingen angrerett her. Ta kontakt med butikken.',
};
