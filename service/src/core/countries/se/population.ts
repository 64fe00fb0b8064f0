// The persons and companies that the sandbox's register has (docs/sandbox-register.md).
import { luhnDigit } from '../check-digits.ts';
import { type Population, two } from '../population.ts';

export const population: Population = {
  first: 'Anna Erik Maria Lars Karin Anders Eva Johan Sara Per Linnea Nils Kerstin Oskar Elin Gustav Emma Fredrik Ebba Hugo',
  last: 'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Lindberg Lindström Bergström Sandberg Lundgren Holm Ström Ek',
  street: 'Storgatan Kungsgatan Drottninggatan Vasagatan Skolgatan Parkvägen Björkvägen Strandvägen',
  places: '11136 Stockholm|41105 Göteborg|21134 Malmö|75320 Uppsala|72212 Västerås|58222 Linköping|90326 Umeå|70210 Örebro',
  trades: 'Möbler Bageri Cyklar El Trädgård Böcker Sport Kontor',
  form: 'AB',
  firstPhone: 46_701_740_000,
  /** Serials from 980 on were given rarely. */
  personNumber({ day, month, year }, index) {
    const nine = `${year.slice(2)}${two(month)}${day}${980 + (index % 20)}`;
    return `${year.slice(0, 2)}${nine.slice(0, 6)}-${nine.slice(6)}${luhnDigit(nine)}`;
  },
  companyNumber: (index) =>
    `99${String(2000 + index)}-${String(index * 7).padStart(3, '0')}${luhnDigit(`99${2000 + index}${String(index * 7).padStart(3, '0')}`)}`,
};
