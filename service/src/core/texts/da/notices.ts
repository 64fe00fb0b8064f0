import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Påmindelse om din fortrydelsesret',
  concludedOn: 'Aftalen indgået den',
  informedLate:
    'Du fik standardoplysningerne om denne kredit den {day}, mindre end én dag før du var bundet. Derfor minder vi dig om, at du kan fortryde kreditaftalen.',
  notInformed:
    'Du fik ikke standardoplysningerne om denne kredit, før du var bundet. Derfor minder vi dig om, at du kan fortryde kreditaftalen.',
  howToWithdraw: 'Sådan fortryder du',
  afterwards: 'Hvad der så sker',
  changeTitle: 'Ændring af din kreditaftale',
  changeIntro: 'Din ordre hos butikken er blevet ændret. Derfor ændres også aftalen om at betale den senere.',
  changeFrom: 'Gælder fra',
  changeWhat: 'Hvad der ændres',
  changeBefore: 'Hidtil',
  changeAfter: 'Fremover',
  changeRest: 'Alt andet gælder som aftalt, også debitorrenten og gebyrerne.',
  changeConsent: 'Ændringen følger af, at din ordre blev ændret; der kræves ikke yderligere samtykke fra dig.',
  changeObject:
    'Hvis du ikke er enig eller ikke ville ændre ordren, så skriv til {name}. Du kan klage når som helst; der er ingen frist.',
};
