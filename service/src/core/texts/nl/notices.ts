import type { NoticeWords } from '../en/notices.ts';

export const notices: NoticeWords = {
  withdrawalTitle: 'Herinnering aan uw herroepingsrecht',
  concludedOn: 'Overeenkomst gesloten op',
  informedLate:
    'U hebt de standaardinformatie over dit krediet op {day} ontvangen, minder dan één dag voordat u gebonden was. Daarom herinneren wij u eraan dat u de kredietovereenkomst kunt herroepen.',
  notInformed:
    'U hebt de standaardinformatie over dit krediet niet ontvangen voordat u gebonden was. Daarom herinneren wij u eraan dat u de kredietovereenkomst kunt herroepen.',
  howToWithdraw: 'Zo herroept u',
  afterwards: 'Wat er daarna gebeurt',
  changeTitle: 'Wijziging van uw kredietovereenkomst',
  changeIntro: 'Uw bestelling bij de winkel is gewijzigd. Daardoor verandert ook de overeenkomst over het later betalen ervan.',
  changeFrom: 'Geldt vanaf',
  changeWhat: 'Wat er verandert',
  changeBefore: 'Tot nu toe',
  changeAfter: 'Voortaan',
  changeRest: 'Al het andere blijft zoals overeengekomen, ook de debetrentevoet en de kosten.',
  changeConsent: 'De wijziging volgt uit de wijziging van uw bestelling; daarnaast is geen toestemming van u nodig.',
  changeObject:
    'Bent u het niet eens of wilde u de bestelling niet wijzigen, schrijf dan aan {name}. U kunt op elk moment een klacht indienen; er geldt geen termijn.',
};
