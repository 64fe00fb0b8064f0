import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Påminnelse om angreretten din',
  concludedOn: 'Avtalen inngått',
  informedLate:
    'Du fikk standardopplysningene om denne kreditten {day}, mindre enn én dag før du ble bundet. Derfor minner vi deg om at du kan gå fra kredittavtalen.',
  notInformed:
    'Du fikk ikke standardopplysningene om denne kreditten før du ble bundet. Derfor minner vi deg om at du kan gå fra kredittavtalen.',
  howToWithdraw: 'Slik går du fra avtalen',
  afterwards: 'Hva som skjer etterpå',
  changeTitle: 'Endring av kredittavtalen din',
  changeIntro: 'Bestillingen din hos butikken ble endret. Derfor endres også avtalen om å betale den senere.',
  changeFrom: 'Gjelder fra',
  changeWhat: 'Hva som endres',
  changeBefore: 'Hittil',
  changeAfter: 'Heretter',
  changeRest: 'Alt annet gjelder som avtalt, også kredittrenten og gebyrene.',
  changeConsent: 'Endringen følger av at bestillingen ble endret; det trengs ikke noe mer samtykke fra deg.',
  changeObject:
    'Hvis du ikke er enig eller ikke ville endre bestillingen, skriv til {name}. Du kan klage når som helst; det er ingen frist.',
};
