import type { LeftWords } from '../en/left-to-pay.ts';

export const leftToPay: LeftWords = {
  copy: 'Kopie',
  asOf: 'Nog te betalen op {day}',
  captured: 'Factuurbedrag',
  credited: 'Gecrediteerd',
  paid: 'Betaald',
  paidBack: 'Terug te betalen aan u',
  fees: 'Incassokosten',
  lateInterest: 'Rente wegens te late betaling',
  left: 'Nog te betalen',
  nothingLeft: 'Voor deze factuur hoeft u niets meer te betalen. Maak niets over.',
  letterSettled: 'Van wat deze brief vroeg, hoeft u niets meer te betalen. Maak niets over.',
  replaces: 'Bedragen en codes op eerdere brieven over deze factuur gelden niet meer: betaal alleen wat er nog openstaat.',
  dueNow: 'De gegevens hieronder gelden voor alles wat achterstallig is, met hetzelfde kenmerk.',
  underway: 'Wat op {days} verviel, schrijven wij op dit moment af van uw rekening {account}. Maak het niet zelf over.',
  takenOff: 'Het bedrag wordt afgetrokken van wat u voor de factuur verschuldigd bent.',
  back: 'U had hiervan al {amount} betaald: dat krijgt u terug.',
  costsTakenOff:
    'Rente en kosten van {amount} die u had betaald, zijn niet meer verschuldigd: ze gelden als betaling van wat overblijft.',
  costsBack: 'Rente en kosten van {amount} die u had betaald, zijn niet meer verschuldigd: die krijgt u terug.',
  lateKept: 'Wat u voor herinneringen en te late betaling had betaald, {amount}, krijgt u niet terug.',
};
