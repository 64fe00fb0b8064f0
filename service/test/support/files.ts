// The project's own files, for what is held of all of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const skipped = /^(node_modules|dist([.-]\w+)?|build|data|coverage|\.git|\.ci)$/;

/** The files below a folder, without what is installed, built or kept there. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    if (!each.isDirectory()) return [path];
    return skipped.test(each.name) ? [] : filesBelow(path);
  });
}
