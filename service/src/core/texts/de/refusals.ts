import type { Phrases } from '../en/refusals.ts';

export const refusals: Phrases = {
  accountMissing: 'Dieses Konto gibt es nicht. Bitte prüfen Sie die Nummer.',
  accountNoted: 'Ihr Konto wurde aktualisiert.',
  accountBlocked:
    'Ihr Konto kann derzeit nicht genutzt werden. Bitte zahlen Sie den überfälligen Betrag oder wenden Sie sich an uns.',
  accountUsable: 'Ihr Konto kann genutzt werden.',
  accountUnderReview: 'Ihr Konto wird geprüft. Wir geben Ihnen Bescheid, sobald darüber entschieden ist.',
  accountCountry:
    'Konten von Banken in diesem Land können hier nicht verwendet werden. Bitte geben Sie ein anderes Konto an oder wählen Sie eine andere Zahlungsart.',
  accountUndecided: 'Wir konnten diese Kontodaten nicht vollständig prüfen. Wenn sie stimmen, können Sie damit fortfahren.',
  addressCorrected: 'Ihre Adresse wurde korrigiert. Bitte prüfen Sie sie.',
  checkEntry: 'Bitte prüfen Sie diese Angabe und versuchen Sie es erneut.',
  writeLike: 'Schreiben Sie es so: {example}',
  chooseOne: 'Möglich sind: {words}.',
  giveNationalId: 'Bitte geben Sie Ihre persönliche Identifikationsnummer an.',
  identify: 'Bitte bestätigen Sie Ihre Identität, um den Kauf abzuschließen.',
  limitReached: 'Dieser Betrag kann derzeit nicht später bezahlt werden. Bitte wählen Sie eine andere Zahlungsart.',
  newContract:
    'Für den höheren Betrag ist Ihre Zustimmung zu einem neuen Vertrag nötig. Bis dahin bleibt Ihre Bestellung, wie sie ist.',
  notPossible: 'Das ist für diese Bestellung derzeit nicht möglich. Bitte wenden Sie sich an den Shop.',
  otherMethod: 'Diese Zahlungsart steht nicht zur Verfügung. Bitte wählen Sie eine andere.',
  required: 'Bitte füllen Sie dieses Feld aus.',
  technical: 'Etwas ist schiefgegangen. Bitte wenden Sie sich an den Shop.',
  tryAgain: 'Bitte versuchen Sie es gleich noch einmal.',
  underReview: 'Ihr Kauf wird geprüft. Der Shop gibt Ihnen Bescheid, sobald darüber entschieden ist.',
  codeLabel: 'Bestätigungscode',
  confirmAddress: 'Bitte prüfen und bestätigen Sie Ihre Adresse: Postleitzahl und Ort gehören nicht zusammen.',
  confirm: 'Bestätigen',
  confirmed: 'Vielen Dank, Ihr Kauf ist bestätigt. Sie können zum Shop zurückkehren.',
  declined: 'Der Kauf wurde nicht bestätigt. Bitte kehren Sie zum Shop zurück und wählen Sie eine andere Zahlungsart.',
  sendCode: 'Code senden',
  codeSent: 'Wir haben Ihnen einen Code geschickt. Bitte geben Sie ihn hier ein.',
  codeNotSent:
    'Der Code konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal oder kehren Sie zum Shop zurück.',
  codeTooSoon: 'Bitte warten Sie eine Minute, bevor Sie den Code noch einmal anfordern.',
  sandboxCode: 'Dies ist ein Testshop. Der Code lautet',
  wrongCode: 'Dieser Code stimmt nicht. Bitte versuchen Sie es noch einmal.',
  linkUnknown: 'Dieser Link funktioniert nicht. Bitte lassen Sie sich vom Händler einen neuen geben.',
  linkExpired: 'Dieser Link ist abgelaufen. Bitte lassen Sie sich vom Händler einen neuen geben.',
};
