import { chromiumStacks } from './chromium.js';
import { faults } from './faults.js';
import { firefoxStacks } from './firefox.js';
import { webkitStacks } from './webkit.js';

export type { Fault } from './faults.js';

/** The same faults of one page, as three engines printed them: captured from real runs, with the page's origin replaced. */
export const engineStacks = faults.map((fault) => ({
  fault,
  chromium: chromiumStacks[fault],
  firefox: firefoxStacks[fault],
  webkit: webkitStacks[fault],
}));
