// What a person sees when the service is ready: where it is and the first thing to try.
import { type Config, isLoopback } from './runtime/config.ts';

export function greeting(config: Config, address: string): string {
  const base = config.publicUrl ?? `${address}${config.basePath}`;
  const lines = [`Deferred Payment Service is ready on ${base} (${config.mode} mode)`];
  if (config.publicUrl !== undefined) lines.push(`  Listening on   ${address}${config.basePath}`);
  if (config.mode === 'sandbox') lines.push('  Demo keys      sandbox-no … sandbox-be, for the operator sandbox-operator');
  if (config.mode === 'live' && config.codeOutlet === undefined)
    lines.push('  No CODE_OUTLET_URL: consumers cannot confirm their identity; such orders wait in `dps reviews`.');
  if (config.mode === 'sandbox')
    lines.push(`  For dps        export DPS_URL=${address}${config.basePath} DPS_OPERATOR_KEY=sandbox-operator`);
  lines.push(`  Documentation  ${base}/docs`);
  if (config.mode === 'sandbox') {
    lines.push(`  Try            curl -s -H 'X-Auth-Key: sandbox-no' ${address}${config.basePath}/api/v3/version`);
    if (!isLoopback(config.host)) {
      lines.push(
        `WARNING: sandbox mode listens on ${config.host}. Everybody who reaches it can use the demo keys. Never for real payments!`,
      );
    }
  }
  return lines.join('\n');
}
