#!/usr/bin/env node
// What `npx dps` finds.
import '../../scripts/dps.mjs';
