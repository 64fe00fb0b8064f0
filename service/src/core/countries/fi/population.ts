// The persons and companies that the sandbox's register has (docs/sandbox-register.md).
import { type Population, two, withEleven } from '../population.ts';

export const population: Population = {
  first: 'Aino Juhani Helmi Mikael Maria Antti Sofia Matti Elina Ville Hanna Jari Tuula Eero Päivi Olli Laura Timo Kaisa Sami',
  last: 'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Niemi Salonen Turunen Laitinen Rantanen Ojala',
  street: 'Kauppakatu Koulukatu Rantatie Puistokatu Asematie Koivutie Kirkkokatu Mäntytie',
  places: '00100 Helsinki|33100 Tampere|20100 Turku|90100 Oulu|40100 Jyväskylä|70100 Kuopio|15110 Lahti|65100 Vaasa',
  trades: 'Kaluste Leipomo Pyörä Sähkö Puutarha Kirja Urheilu Toimisto',
  form: 'Oy',
  firstPhone: 358_457_000_000,
  /** From 900 on the numbers are for tests. */
  personNumber({ day, month, year }, index) {
    const date = `${day}${two(month)}${year.slice(2)}`;
    const serial = String(900 + (index % 100));
    const mark = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(date + serial) % 31] ?? '';
    return `${date}${year < '2000' ? '-' : 'A'}${serial}${mark}`;
  },
  companyNumber(index) {
    const number = withEleven(9_000_000 + index * 11, [7, 9, 10, 5, 8, 4, 2]);
    return `${number.slice(0, 7)}-${number[7]}`;
  },
};
