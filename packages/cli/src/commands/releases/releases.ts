import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { releasesCompare } from './releasesCompare.js';
import { releasesList } from './releasesList.js';
import { releasesNew } from './releasesNew.js';
import { releasesShow } from './releasesShow.js';

/** `sluice releases …`. */
export const releases = (answer: AnswerWith): Command =>
  group(
    'releases',
    'Releases: deployments, exceptions and new issues',
    [releasesNew, releasesList, releasesShow, releasesCompare].map((make) => make(answer)),
    'list',
  );
