import type { ReminderWords } from '../en/reminder.ts';

export const reminder: ReminderWords = {
  first: 'Betalningspåminnelse',
  second: 'Andra betalningspåminnelsen',
  madeOn: 'Datum',
  payBy: 'Betala senast',
  opening:
    'Vi har inte fått din betalning för fakturan nedan. Kanske har du förbisett den: vänligen betala det obetalda beloppet senast {day}.',
  openingAgain:
    'Vi har påmint dig en gång och har fortfarande inte fått din betalning. Vänligen betala det obetalda beloppet senast {day}; annars kan fordran lämnas till inkasso.',
  ordered: 'Order {number} av den {day}',
  fallenDue: 'Förföll {day}',
  reminderFees: 'Påminnelseavgift',
  lateInterest: 'Dröjsmålsränta till {day}',
  lateRate: 'Dröjsmålsräntan är i dag {rate} per år. Räntesatsen för varje dag gäller; lagen kan ändra den.',
  announced: 'Om du inte betalar inom 14 dagar efter att du har fått detta brev tar vi ut {fee} för indrivningen.',
  announcedInterest:
    'Om du inte betalar inom 14 dagar efter att du fått detta brev löper därefter dröjsmålsränta, i dag {rate} per år.',
  announcedInterestByLaw:
    'Om du inte betalar inom 14 dagar efter att du fått detta brev löper därefter dröjsmålsränta efter den räntesats som lagen anger för varje dag.',
  announcedTogether:
    'Om du inte betalar den här fakturan och de fakturor som vi redan har påmint om inom 14 dagar efter att du har fått våra brev tar vi ut {fee} för indrivningen, en gång för alla tillsammans.',
  forbearance:
    'Om du inte kan betala på en gång, skriv till oss: innan något drivs in söker vi en lösning som passar din situation, till exempel en senare dag, delbetalning eller längre löptid.',
  crossed: 'Om du redan har betalat kan du bortse från detta brev. Kan du inte betala, eller håller du inte med, kontakta oss.',
};
