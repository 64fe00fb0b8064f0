import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopia',
  asOf: 'Kvar att betala den {day}',
  captured: 'Fakturabelopp',
  credited: 'Krediterat',
  paid: 'Betalt',
  paidBack: 'Att återbetala till dig',
  fees: 'Påminnelseavgift',
  lateInterest: 'Dröjsmålsränta',
  left: 'Kvar att betala',
  nothingLeft: 'Det finns inget kvar att betala på fakturan. Du ska inte betala in något.',
  letterSettled: 'Det finns inget kvar att betala av det som brevet gällde. Du ska inte betala in något.',
  replaces: 'Belopp och koder i tidigare brev om fakturan gäller inte längre: betala bara det som är kvar.',
  dueNow: 'Uppgifterna nedan gäller allt som har förfallit, med samma OCR-nummer.',
  underway: 'Det som förföll {days} dras just nu från ditt konto {account}. Du ska inte betala in det själv.',
  takenOff: 'Beloppet dras av från det du är skyldig på fakturan.',
  back: 'Du hade redan betalat {amount} av det: det får du tillbaka.',
  costsTakenOff: 'Räntor och avgifter på {amount} som du hade betalat är inte längre skulder: de betalar det som återstår.',
  costsBack: 'Räntor och avgifter på {amount} som du hade betalat är inte längre skulder: du får tillbaka dem.',
  lateKept: 'Det du hade betalat för påminnelser och dröjsmål, {amount}, betalas inte tillbaka.',
};
