import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { sourcemapsClean } from './sourcemapsClean.js';
import { sourcemapsDelete } from './sourcemapsDelete.js';
import { sourcemapsExplain } from './sourcemapsExplain.js';
import { sourcemapsList } from './sourcemapsList.js';
import { sourcemapsUpload } from './sourcemapsUpload.js';

/** `sluice sourcemaps …`. */
export const sourcemaps = (answer: AnswerWith): Command =>
  group(
    'sourcemaps',
    'Source maps, which show original code in stacks',
    [sourcemapsUpload, sourcemapsClean, sourcemapsList, sourcemapsDelete, sourcemapsExplain].map((make) =>
      make(answer),
    ),
    'list',
  );
