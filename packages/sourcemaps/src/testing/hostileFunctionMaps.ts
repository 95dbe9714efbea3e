import type { HostileMap } from './hostileMap.js';

const START = '{"version":3,"sources":["a.js"],"names":[],"mappings":"AAAA"';
const SMALL = ',[{"names":["f"],"mappings":"AAA"}]';
const FIRST = [[1, 0, 'a.js:1:0']] as const;

/** Maps whose scope information costs a careless reader. */
export const HOSTILE_FUNCTION_MAPS: readonly HostileMap[] = [
  {
    name: 'function maps of Metro',
    pieces: [`${START},"x_facebook_sources":[[{"names":["f"],"mappings":"`, { unit: 'AAC,' }, 'AAC"}]]}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'function maps of Metro without number',
    pieces: [`${START},"x_facebook_sources":[null`, { unit: SMALL }, ']}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'function maps of Metro of many points',
    pieces: [
      '{"version":3,"names":[],"mappings":"AAAA","sources":["a.js"',
      { unit: ',""', share: 0.001 },
      '],"x_facebook_sources":[null',
      { unit: `,[{"names":["f"],"mappings":"AAA${',CA'.repeat(16_000)}"}]`, share: 0.998 },
      ']}',
    ],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'function maps of Metro, small ones of many sources',
    pieces: [
      '{"version":3,"names":[],"mappings":"AAAA","sources":["a.js"',
      { unit: ',""', share: 0.08 },
      '],"x_facebook_sources":[null',
      { unit: SMALL, share: 0.91 },
      ']}',
    ],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'function maps of Metro with a name of a megabyte',
    pieces: [
      '{"version":3,"names":[],"mappings":"AAAA","sources":["a.js"',
      { unit: ',""', share: 0.001 },
      '],"x_facebook_sources":[null',
      { unit: `,[{"names":["${'n'.repeat(1_000_000)}"],"mappings":"AAA"}]`, share: 0.998 },
      ']}',
    ],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'as many blocks as a head may name, and function maps beside',
    pieces: [
      '{"version":3,"names":[],"sources":["a.js"',
      { unit: ',""', share: 0.04 },
      '],"mappings":"',
      { unit: '+/////BAAA;', share: 0.5 },
      '","x_facebook_sources":[null',
      { unit: SMALL, share: 0.45 },
      ']}',
    ],
    outcome: 'stored',
  },
  {
    name: 'scopes that begin and never end',
    pieces: [`${START},"scopes":"`, { unit: 'BEAB,' }, '"}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'scopes of one source, countless ones',
    pieces: [`${START},"scopes":"BEAA,`, { unit: 'BEAB,CAB,' }, 'CAB"}'],
    outcome: 'stored',
    asks: FIRST,
  },
  {
    name: 'functions of Bloomberg, countless ones',
    pieces: [`${START},"x_com_bloomberg_sourcesFunctionMappings":["`, { unit: 'AACAA,' }, 'AACAA"]}'],
    outcome: 'stored',
    asks: FIRST,
  },
];
