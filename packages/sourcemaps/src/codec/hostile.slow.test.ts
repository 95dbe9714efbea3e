import { describe } from '@jest/globals';
import { describeHostileMaps } from '../testing/describeHostileMaps.js';
import { HOSTILE_MAPS } from '../testing/hostileMaps.js';

// Each takes seconds: these are one in four; the others run nightly.
describe('hostile maps of the largest size', () => {
  describeHostileMaps(HOSTILE_MAPS.filter((_map, index) => index % 4 === 0));
});
