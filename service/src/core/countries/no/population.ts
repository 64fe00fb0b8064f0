// The persons and companies that the sandbox's register has (docs/sandbox-register.md).
import { elevenDigit } from '../check-digits.ts';
import { type Population, two, withEleven } from '../population.ts';

export const population: Population = {
  first: 'Ingrid Lars Kari Ole Anne Per Silje Jonas Marit Erik Nora Magnus Hilde Bjørn Ida Sindre Tone Knut Emma Henrik',
  last: 'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen Bakke Solberg Moen Strand',
  street: 'Storgata Kirkegata Skolegata Parkveien Strandgata Bekkeveien Fjordveien Nygata',
  places: '0150 Oslo|5003 Bergen|7011 Trondheim|4006 Stavanger|9008 Tromsø|4611 Kristiansand S|3015 Drammen|1607 Fredrikstad',
  trades: 'Møbler Bakeri Sykler Elektro Hagesenter Bøker Sport Kontor',
  form: 'AS',
  firstPhone: 4_790_000_000,
  /** Months are 80 ahead, as in the synthetic population. */
  personNumber({ day, month, year }, index) {
    for (let tried = 0; ; tried += 1) {
      const serial = (year < '2000' ? 0 : 500) + ((index * 3 + tried) % 500);
      const nine = `${day}${two(month + 80)}${year.slice(2)}${String(serial).padStart(3, '0')}`;
      const first = elevenDigit(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2]);
      const second = elevenDigit(`${nine}${first}`, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
      if (first < 10 && second < 10) return `${nine}${first}${second}`;
    }
  },
  companyNumber: (index) => withEleven(31_000_000 + index * 11, [3, 2, 7, 6, 5, 4, 3, 2]),
};
