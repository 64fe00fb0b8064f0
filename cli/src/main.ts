// The command as a process. Importing this file runs it.
import { dps } from './dps.ts';

// Who reads only the beginning (dps … | head) closes the pipe, which is nobody's fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await dps(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
