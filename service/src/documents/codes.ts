// What machines read: QR codes and bar codes as vectors, and the Swiss payment part.
import QRCode from 'qrcode';
import { SwissQRBill } from 'swissqrbill/pdf';
import type { SwissBill } from '../core/documents/document.ts';
import { minorToWire } from '../core/money.ts';
import { regular, type Sheet, tagged, turn } from './sheet.ts';

/** A QR code of this size, its quiet zone of four modules included; error correction M. */
export function drawQr({ pdf }: Sheet, payload: string, x: number, y: number, size: number): void {
  const { modules } = QRCode.create([{ data: Buffer.from(payload, 'utf8'), mode: 'byte' }], { errorCorrectionLevel: 'M' });
  const side = size / (modules.size + 8);
  pdf.save().fillColor('#000');
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      let run = 0;
      while (column + run < modules.size && modules.get(row, column + run)) run += 1;
      if (run > 0) pdf.rect(x + (column + 4) * side, y + (row + 4) * side, run * side, side);
      column += run;
    }
  }
  pdf.fill().restore();
}

// Widths of bars and gaps of Code 128 (ISO/IEC 15417), six a sign; 105 starts code set C, the last ends.
const patterns =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232';
const stop = '2331112';
const startC = 105;

/** The widths of an even number of digits in code set C, bar first. */
export function code128(digits: string): readonly number[] {
  const values = (digits.match(/\d\d/g) ?? []).map(Number);
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startC) % 103;
  const signs = [startC, ...values, check].map((value) => patterns.slice(value * 6, value * 6 + 6));
  return Array.from(signs.join('') + stop, Number);
}

/** Bars across the width given, with the quiet zone of ten modules on both sides inside it. */
export function drawBars({ pdf }: Sheet, digits: string, x: number, y: number, width: number, height: number): void {
  const widths = code128(digits);
  const module = width / (widths.reduce((sum, each) => sum + each, 0) + 20);
  let at = x + 10 * module;
  pdf.save().fillColor('#000');
  for (const [index, each] of widths.entries()) {
    if (index % 2 === 0) pdf.rect(at, y, each * module, height);
    at += each * module;
  }
  pdf.fill().restore();
}

/** Standard height of the payment part with its receipt: 105 mm at the foot of the page. */
const swissHeight = (105 / 25.4) * 72;

export function drawSwissBill(sheet: Sheet, bill: SwissBill): void {
  const { pdf } = sheet;
  const top = pdf.page.height - swissHeight;
  if (pdf.y > top - 14) turn(sheet);
  sheet.footless.add(pdf.bufferedPageRange().count - 1);
  const before = pdf.page.margins.bottom;
  // The payment part writes below the margin, which would otherwise turn the page.
  pdf.page.margins.bottom = 0;
  const drawn = new SwissQRBill(
    {
      amount: minorToWire(bill.amountMinor),
      currency: bill.currency,
      creditor: { account: bill.account, ...addressOf(bill.creditor) },
      ...(bill.debtor && { debtor: addressOf(bill.debtor) }),
      ...(bill.reference !== '' && { reference: bill.reference }),
      ...(bill.message !== '' && { message: bill.message }),
    },
    { fontName: regular, language: bill.language },
  );
  tagged(sheet, 'Figure', () => drawn.attachTo(pdf, 0, top), sheet.root, `QR-bill ${bill.account} ${bill.reference}`);
  pdf.page.margins.bottom = before;
  pdf.font(regular).fillColor('#000');
  pdf.x = sheet.left;
  pdf.y = pdf.page.height;
}

const addressOf = ({ name, street, houseNumber, postalCode, place, country }: SwissBill['creditor']) => ({
  name,
  address: street,
  ...(houseNumber !== '' && { buildingNumber: houseNumber }),
  zip: postalCode,
  city: place,
  country,
});
