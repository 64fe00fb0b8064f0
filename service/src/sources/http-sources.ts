// The HTTP adapters of the sources: what each is asked and what it may answer (docs/sources.md).
import { minorFromWire } from '../core/money.ts';
import type { BureauAnswer } from '../core/risk.ts';
import { Amount, Opt, type Static, Type, Word } from '../wire/schema.ts';
import { type Ask, SourceFault } from './guard.ts';
import { type HttpPlace, httpAsk } from './http-source.ts';
import type { AddressAnswer, CodeMessage, PersonQuestion, PopulationAnswer } from './sources.ts';

const BureauReply = Type.Object({
  verdict: Word(['clear', 'negative', 'underage', 'chargeback', 'authenticate', 'review', 'limited']),
  limit: Opt(Type.Object({ amount: Amount(), currency: Type.String() })),
});

/** A limit in another currency than the one asked about, or below nothing, is no answer. */
export const httpBureau = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, BureauAnswer> =>
  httpAsk(place, BureauReply, bureauAnswer, clock);

function bureauAnswer({ verdict, limit }: Static<typeof BureauReply>, { currency }: PersonQuestion): BureauAnswer {
  if (verdict !== 'limited') return { verdict };
  if (limit === undefined || limit.amount < 0 || limit.currency !== currency) throw new SourceFault('a limit that cannot be');
  return { verdict, limitMinor: minorFromWire(limit.amount) };
}

const PopulationReply = Type.Object({ verdict: Word(['found', 'moved', 'different', 'deceased', 'unknown']) });
export const httpPopulation = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, PopulationAnswer> =>
  httpAsk(place, PopulationReply, ({ verdict }: Static<typeof PopulationReply>) => verdict, clock);

const AddressReply = Type.Object({ verdict: Word(['known', 'unknown']) });
export const httpAddresses = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, AddressAnswer> =>
  httpAsk(place, AddressReply, ({ verdict }: Static<typeof AddressReply>) => verdict, clock);

const Sent = Type.Object({ sent: Type.Boolean() });
export const httpCodeOutlet = (place: HttpPlace, clock: () => number): Ask<CodeMessage, boolean> =>
  httpAsk(place, Sent, ({ sent }: Static<typeof Sent>) => sent, clock);
