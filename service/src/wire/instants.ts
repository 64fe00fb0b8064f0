// How instants and days are written on the wire: UTC, whole seconds; a fraction would break strict clients (C06).
import type { Day, Instant } from '../core/dates.ts';

export const instantToWire = (instant: Instant): string => `${new Date(instant).toISOString().slice(0, -'.000Z'.length)}Z`;

/** A day in the members that clients read as a date-time. */
export const dayAsInstant = (day: Day): string => `${day}T00:00:00Z`;
