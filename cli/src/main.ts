// The command as a process. Importing this file runs it.
import { dps } from './dps.ts';

process.exitCode = await dps(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
