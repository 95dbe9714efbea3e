import { DROPS } from '../drops/drops.js';
import { someOf, word } from '../fieldRules.js';
import type { DropsKind } from './condition.js';

const KINDS = DROPS.map(({ kind }) => kind);

/** Sluice drops or lacks data. */
export const drops: DropsKind = {
  kind: 'drops',
  about: 'drops',
  fields: { of: someOf(`drops (${KINDS.join(', ')})`, word(...KINDS), KINDS.length) },
  filters: [],
};
