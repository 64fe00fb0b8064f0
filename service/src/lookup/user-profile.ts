// A profile as a look-up answers it: the members that shops of this kind of API read, every one of them always there.
import { countries } from '../core/countries/countries.ts';
import { countryName } from '../core/texts/names.ts';
import type { OwnProfile } from '../customers/own-profiles.sql.ts';
import { type Static, Type } from '../wire/schema.ts';

export type Profile = Omit<OwnProfile, 'phone' | 'byNumber'>;

const text = (): ReturnType<typeof Type.String> => Type.String();

const ProfileAddress = Type.Object(
  {
    street: text(),
    street2: text(),
    street3: text(),
    street4: text(),
    streetNumber: text(),
    flatNo: text(),
    entrance: text(),
    city: text(),
    postalCode: text(),
    country: text(),
    countryCode: text(),
    maskedStreet: text(),
    maskedPostalCode: text(),
  },
  { title: 'ProfileAddress' },
);

export const UserProfile = Type.Object(
  {
    firstName: text(),
    lastName: text(),
    mobileNumber: text(),
    eMail: Type.String({ description: 'Written so in the public API.' }),
    languageCode: text(),
    maskedFirstName: text(),
    maskedLastName: text(),
    maskedMobileNumber: text(),
    maskedEmail: text(),
    addressList: Type.Array(ProfileAddress),
  },
  { title: 'UserProfile' },
);

/** The first letter of every word, so that the buyer knows who was found, and another reader does not. */
const masked = (value: string): string => value.replace(/(?<=[\p{L}\p{N}])[\p{L}\p{N}]/gu, '*');
const maskedEmail = (value: string): string => value.replace(/^(.).*(?=@)/, '$1***');
const maskedPhone = (value: string): string => value.replace(/\d(?=\d{2})/g, '*');

/** Everything, or only what is masked: the other members are empty then, because shops read them without looking. */
export function userProfileOf(profile: Profile, full: boolean): Static<typeof UserProfile> {
  const shown = (value: string): string => (full ? value : '');
  const { firstName, lastName, country, street, streetNumber, postalCode, postalPlace } = profile;
  const [phone, email] = [profile.mobilePhone ?? '', profile.email ?? ''];
  return {
    firstName: shown(firstName),
    lastName: shown(lastName),
    mobileNumber: shown(phone),
    eMail: shown(email),
    languageCode: countries[country].language,
    maskedFirstName: masked(firstName),
    maskedLastName: masked(lastName),
    maskedMobileNumber: maskedPhone(phone),
    maskedEmail: maskedEmail(email),
    addressList: [
      {
        street: shown(street),
        street2: '',
        street3: '',
        street4: '',
        streetNumber: shown(streetNumber),
        flatNo: '',
        entrance: '',
        city: shown(postalPlace),
        postalCode: shown(postalCode),
        country: countryName(country, 'EN'),
        countryCode: country,
        maskedStreet: masked(street),
        maskedPostalCode: postalCode.replace(/(?<=.)./g, '*'),
      },
    ],
  };
}
