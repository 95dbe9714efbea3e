import { DROPS, dropOf } from '../drops/drops.js';
import { asked, listOf, word } from '../fields/field.js';
import { anyOfText } from '../words/sentences.js';
import type { DropsKind } from './condition.js';

const KINDS = DROPS.map(({ kind }) => kind);

const FIELDS = {
  of: asked(listOf(`drops (${KINDS.join(', ')})`, word(...KINDS), KINDS.length, 1), {
    label: 'Drops',
    words: Object.fromEntries(DROPS.map(({ kind, when }) => [kind, when])),
  }),
};

/** Names of drops that are shown; more are counted. */
const MOST_NAMES = 2;

const CHOICE = 'Something is dropped, missing or about to expire';

/** Sluice drops or lacks data. */
export const drops: DropsKind<'drops', typeof FIELDS> = {
  kind: 'drops',
  about: 'drops',
  description: 'Data that Sluice drops or lacks.',
  choice: CHOICE,
  hint: 'Quotas, losses and tokens belong to the organization: only its rules report them.',
  fields: FIELDS,
  filters: [],
  when: ({ of: kinds }) => {
    if (kinds.length === 0) return '…';
    if (kinds.length === KINDS.length) return `s${CHOICE.slice(1)}`;
    // A count of one would take as much room as its name.
    const most = kinds.length === MOST_NAMES + 1 ? kinds.length : MOST_NAMES;
    const names = kinds.slice(0, most).map((kind) => dropOf(kind)?.when ?? kind);
    const rest = kinds.length - names.length;
    return anyOfText(rest === 0 ? names : [...names, `any of ${rest} other drops occurs`]);
  },
};
