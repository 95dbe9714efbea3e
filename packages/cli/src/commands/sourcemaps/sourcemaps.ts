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
    'Source maps, by which stacks show the code as it was written',
    [sourcemapsUpload, sourcemapsClean, sourcemapsList, sourcemapsDelete, sourcemapsExplain].map((make) =>
      make(answer),
    ),
    'list',
  );
