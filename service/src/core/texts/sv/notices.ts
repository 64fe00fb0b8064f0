import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Påminnelse om din ångerrätt',
  concludedOn: 'Avtalet ingicks den',
  informedLate:
    'Du fick standardinformationen om krediten den {day}, mindre än en dag innan du blev bunden. Därför påminner vi dig om att du kan ångra kreditavtalet.',
  notInformed:
    'Du fick inte standardinformationen om krediten innan du blev bunden. Därför påminner vi dig om att du kan ångra kreditavtalet.',
  howToWithdraw: 'Så ångrar du dig',
  afterwards: 'Vad som händer sedan',
  changeTitle: 'Ändring av ditt kreditavtal',
  changeIntro: 'Din beställning i butiken har ändrats. Därför ändras också avtalet om att betala den senare.',
  changeFrom: 'Gäller från',
  changeWhat: 'Vad som ändras',
  changeBefore: 'Hittills',
  changeAfter: 'Framöver',
  changeRest: 'Allt annat gäller som avtalat, även krediträntan och avgifterna.',
  changeConsent: 'Ändringen följer av att beställningen ändrades; något ytterligare samtycke från dig behövs inte.',
  changeObject:
    'Om du inte går med på det, eller inte ville ändra beställningen, skriv till {name}. Du kan klaga när som helst; det finns ingen tidsgräns.',
};
