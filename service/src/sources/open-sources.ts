// The sources as the configuration names them, each in its guard; a built-in one where none is configured.
import type { Logger } from 'pino';
import type { BureauAnswer } from '../core/risk/decide-credit.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Traces } from '../observe/traces.ts';
import type { Config, SourceConfig } from '../runtime/config.ts';
import { type Ask, type Guard, guarded } from './guard.ts';
import type { HttpPlace } from './http-source.ts';
import { httpAddresses, httpBureau, httpCodeOutlet, httpPopulation, httpProfiles } from './http-sources.ts';
import { registerBehind } from './profile-register.ts';
import { sandboxSources, silentSources } from './sandbox-sources.ts';
import type { CodeOutlet, PlaceRegister, Sources } from './sources.ts';

export interface SourceDeps {
  readonly config: Pick<Config, 'mode' | 'bureau' | 'populationRegister' | 'addressRegister' | 'lookupRegister' | 'codeOutlet'>;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly clock: () => number;
  readonly hash: (text: string) => string;
  readonly places: PlaceRegister;
}

export function openSources({
  config,
  log,
  metrics,
  traces,
  clock,
  hash,
  places,
}: SourceDeps): Sources & { readonly outlet?: CodeOutlet } {
  const builtIn = config.mode === 'sandbox' ? sandboxSources : silentSources;
  const note = (source: string, why: string): void => log.warn({ source, why }, 'a source was silent');
  const guard = <Question extends object, Answer>(
    name: string,
    ask: Ask<Question, Answer>,
    own: Pick<Guard<Answer>, 'limitMs' | 'silence' | 'freshMs'>,
  ) => ({
    ask: guarded(ask, { name, clock, note, hash, metrics, traces, ...own }),
  });
  const { bureau, populationRegister, addressRegister, lookupRegister, codeOutlet } = config;
  // The source learns which trace its question belongs to.
  const traced = (place: SourceConfig): HttpPlace => ({ ...place, headers: () => traces.headers() });
  const silentBureau: BureauAnswer = { verdict: 'silent' };
  return {
    places,
    bureau: bureau
      ? guard('bureau', httpBureau(traced(bureau), clock), { limitMs: bureau.limitMs, silence: silentBureau })
      : builtIn.bureau,
    population: populationRegister
      ? guard('population register', httpPopulation(traced(populationRegister), clock), {
          limitMs: populationRegister.limitMs,
          silence: 'silent',
        })
      : builtIn.population,
    addresses: addressRegister
      ? guard('address register', httpAddresses(traced(addressRegister), clock), {
          limitMs: addressRegister.limitMs,
          silence: 'silent',
        })
      : builtIn.addresses,
    // A register's answers about people are not kept: a look-up asks anew, or replays the answer stored under its key.
    profiles: lookupRegister
      ? registerBehind(
          guard('look-up register', httpProfiles(traced(lookupRegister), clock), {
            limitMs: lookupRegister.limitMs,
            silence: [],
            freshMs: 0,
          }).ask,
        )
      : builtIn.profiles,
    ...(codeOutlet && {
      outlet: {
        send: guarded(httpCodeOutlet(traced(codeOutlet), clock), {
          name: 'code outlet',
          clock,
          note,
          hash,
          metrics,
          traces,
          limitMs: codeOutlet.limitMs,
          silence: false,
          freshMs: 0,
        }),
      },
    }),
  };
}
