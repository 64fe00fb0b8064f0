// The register of places of a service that has no reference data: the well-known towns.
import { builtInPlaces } from '../core/address/built-in-places.ts';
import type { PlaceRegister } from './sources.ts';

export const builtInRegister: PlaceRegister = { placesFor: () => builtInPlaces };
