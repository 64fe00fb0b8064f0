// The persons and companies that the sandbox's register has (docs/sandbox-register.md).
import { weighted } from '../check-digits.ts';
import { type Population, two, withEleven } from '../population.ts';

export const population: Population = {
  first:
    'Anne Peter Kirsten Jens Mette Lars Hanne Michael Sofie Henrik Freja Thomas Inger Søren Ida Morten Karen Niels Emma Rasmus',
  last: 'Nielsen Jensen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Christiansen Poulsen Johansen Møller Mortensen',
  street: 'Hovedgaden Skolevej Kirkevej Vestergade Nørregade Strandvejen Parkvej Søndergade',
  places: '1620 København V|8000 Aarhus C|5000 Odense C|9000 Aalborg|6700 Esbjerg|8900 Randers C|6000 Kolding|4000 Roskilde',
  trades: 'Møbler Bageri Cykler El Have Bøger Sport Kontor',
  form: 'ApS',
  firstPhone: 4_520_120_000,
  /** Denmark keeps no range for tests; these fail the modulus that numbers had until 2007. */
  personNumber({ day, month, year }, index) {
    const six = `${day}${two(month)}${year.slice(2)}`;
    for (let serial = (year < '2000' ? 1000 : 4000) + index; ; serial += 1) {
      if (weighted(`${six}${serial}`, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 !== 0) return `${six}-${serial}`;
    }
  },
  companyNumber: (index) => withEleven(9_900_000 + index * 11, [2, 7, 6, 5, 4, 3, 2]),
};
