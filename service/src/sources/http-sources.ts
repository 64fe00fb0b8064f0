// The HTTP adapters of the sources: what each is asked and what it may answer (docs/sources.md).
import { minorFromWire } from '../core/money.ts';
import type { BureauAnswer } from '../core/risk/decide-credit.ts';
import { registerCategories } from '../core/risk/facts.ts';
import { Amount, Opt, type Static, Text, Type, Word } from '../wire/schema.ts';
import { type Ask, SourceFault } from './guard.ts';
import { type HttpPlace, httpAsk } from './http-source.ts';
import type { RegisterQuestion } from './profile-register.ts';
import type { RegisterEntry } from './sandbox-register.ts';
import type { AddressAnswer, CodeMessage, PersonQuestion, PopulationAnswer } from './sources.ts';

const BureauReply = Type.Object({
  verdict: Word(['clear', 'negative', 'underage', 'chargeback', 'authenticate', 'review', 'limited']),
  limit: Opt(Type.Object({ amount: Amount(), currency: Type.String() })),
  register: Opt(Text(300)),
  categories: Opt(Type.Array(Word(registerCategories), { maxItems: registerCategories.length })),
});

/** A limit in another currency than the one asked about, or below nothing, is no answer. */
export const httpBureau = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, BureauAnswer> =>
  httpAsk(place, BureauReply, bureauAnswer, clock);

function bureauAnswer(reply: Static<typeof BureauReply>, { currency }: PersonQuestion): BureauAnswer {
  const { verdict, limit, register, categories } = reply;
  const known = { ...(register !== undefined && { register }), ...(categories && { categories }) };
  if (verdict !== 'limited') return { ...known, verdict };
  if (limit === undefined || limit.amount < 0 || limit.currency !== currency) throw new SourceFault('a limit that cannot be');
  return { ...known, verdict, limitMinor: minorFromWire(limit.amount) };
}

const PopulationReply = Type.Object({ verdict: Word(['found', 'moved', 'different', 'deceased', 'unknown']) });
export const httpPopulation = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, PopulationAnswer> =>
  httpAsk(place, PopulationReply, ({ verdict }: Static<typeof PopulationReply>) => verdict, clock);

const AddressReply = Type.Object({ verdict: Word(['known', 'unknown']) });
export const httpAddresses = (place: HttpPlace, clock: () => number): Ask<PersonQuestion, AddressAnswer> =>
  httpAsk(place, AddressReply, ({ verdict }: Static<typeof AddressReply>) => verdict, clock);

/** More people than one number can mean. */
const mostProfiles = 10;
const ProfilesReply = Type.Object({
  profiles: Type.Array(
    Type.Object({
      category: Word(['Person', 'Company']),
      firstName: Opt(Text(255)),
      lastName: Opt(Text(255)),
      companyName: Opt(Text(255)),
      mobilePhone: Opt(Text(20)),
      email: Opt(Text(255)),
      street: Text(255),
      streetNumber: Opt(Text(20)),
      postalCode: Text(15),
      postalPlace: Text(100),
    }),
    { maxItems: mostProfiles },
  ),
});

export const httpProfiles = (place: HttpPlace, clock: () => number): Ask<RegisterQuestion, readonly RegisterEntry[]> =>
  httpAsk(
    place,
    ProfilesReply,
    ({ profiles }: Static<typeof ProfilesReply>) =>
      profiles.map(({ firstName = '', lastName = '', companyName = '', ...said }) => ({
        ...said,
        firstName,
        lastName: said.category === 'Company' ? companyName || lastName : lastName,
      })),
    clock,
  );

const Sent = Type.Object({ sent: Type.Boolean() });
export const httpCodeOutlet = (place: HttpPlace, clock: () => number): Ask<CodeMessage, boolean> =>
  httpAsk(place, Sent, ({ sent }: Static<typeof Sent>) => sent, clock);
