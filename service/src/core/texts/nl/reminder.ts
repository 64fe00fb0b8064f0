import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Betalingsherinnering',
  second: 'Tweede betalingsherinnering',
  madeOn: 'Datum',
  payBy: 'Betalen uiterlijk',
  opening:
    'Wij hebben uw betaling voor de onderstaande factuur niet ontvangen. Misschien hebt u deze over het hoofd gezien: betaal het openstaande bedrag uiterlijk {day}.',
  openingAgain:
    'Wij hebben u één keer herinnerd en uw betaling nog steeds niet ontvangen. Betaal het openstaande bedrag uiterlijk {day}; anders kan de vordering ter incasso worden overgedragen.',
  ordered: 'Bestelling {number} van {day}',
  fallenDue: 'Vervallen op {day}',
  reminderFees: 'Incassokosten',
  lateInterest: 'Rente wegens te late betaling tot en met {day}',
  lateRate:
    'De rente wegens te late betaling is vandaag {rate} per jaar. Het tarief van elke dag geldt; de wet kan het wijzigen.',
  announced: 'Betaalt u niet binnen 14 dagen na ontvangst van deze brief, dan brengen wij {fee} incassokosten in rekening.',
  announcedInterest:
    'Betaalt u niet binnen 14 dagen na ontvangst van deze brief, dan loopt daarna rente wegens te late betaling, vandaag {rate} per jaar.',
  announcedInterestByLaw:
    'Betaalt u niet binnen 14 dagen na ontvangst van deze brief, dan loopt daarna rente wegens te late betaling, tegen het wettelijke tarief van elke dag.',
  announcedTogether:
    'Betaalt u deze factuur en de facturen waaraan wij u al herinnerden niet binnen 14 dagen na ontvangst van onze brieven, dan brengen wij {fee} incassokosten in rekening, één keer voor alle facturen samen.',
  forbearance:
    'Kunt u niet meteen betalen, schrijf ons dan: voordat er iets wordt geïncasseerd, zoeken we een oplossing die bij uw situatie past, zoals een latere datum, betaling in delen of een langere looptijd.',
  crossed:
    'Hebt u intussen betaald, dan kunt u deze brief als niet verzonden beschouwen. Kunt u niet betalen of bent u het er niet mee eens, neem dan contact met ons op.',
};
