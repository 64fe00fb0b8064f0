// E-mail domains that say something of the one who uses them. Facts of the world, kept short: the services that are met in
// the nine countries; a merchant's own experience comes in by its lists.

/** Addresses that are given without a name, for minutes. Sub-domains count as well. */
export const disposableDomains: ReadonlySet<string> = new Set(
  `0-mail.com 10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net burnermail.io byom.de
  cool.fr.nf discard.email discardmail.com discardmail.de dispostable.com dropmail.me einrot.com emailfake.com emailondeck.com
  emltmp.com fakeinbox.com fakemail.net filzmail.com getairmail.com getnada.com grr.la guerrillamail.biz guerrillamail.com
  guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com harakirimail.com inboxbear.com
  inboxkitten.com jetable.org kurzepost.de mail-temp.com mail.tm mailbox92.biz mailcatch.com maildrop.cc mailexpire.com
  mailinator.com mailinator.net mailnesia.com mailnull.com mailpoof.com mailsac.com mailtemp.net meltmail.com minuteinbox.com
  mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com nada.email nospam.ze.tc objectmail.com one-time.email
  owlymail.com pokemail.net proxymail.eu rcpt.at sharklasers.com spam4.me spambog.com spambox.us spamgourmet.com spamex.com
  temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.com tempmail.de tempmail.dev tempmail.net tempmailo.com
  tempr.email throwawaymail.com trash-mail.com trash-mail.de trashmail.com trashmail.de trashmail.me trashmail.net trbvm.com
  wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org yopmail.com yopmail.fr yopmail.net zoemail.org`.split(/\s+/),
);

/** Addresses that people keep for years: ordinary, but not given by an employer or provider. */
export const freeDomains: ReadonlySet<string> = new Set(
  `aol.com aol.de arcor.de bluewin.ch email.de freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com
  hotmail.be hotmail.ch hotmail.com hotmail.de hotmail.fr hotmail.no hotmail.se icloud.com live.be live.com live.de live.dk
  live.nl live.no live.se luukku.com mac.com mail.com mail.de mail.ru me.com msn.com online.no outlook.be outlook.com outlook.de
  outlook.dk outlook.fr proton.me protonmail.ch protonmail.com skynet.be t-online.de telia.com telenet.be tutanota.com web.de
  yahoo.com yahoo.de yahoo.fr yahoo.no yahoo.se yandex.com ziggo.nl`.split(/\s+/),
);
