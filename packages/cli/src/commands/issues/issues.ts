import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { issuesIgnore, issuesReopen, issuesResolve } from './issuesChange.js';
import { issuesEvents } from './issuesEvents.js';
import { issuesList } from './issuesList.js';
import { issuesMerge, issuesUnmerge } from './issuesMerge.js';
import { issuesShow } from './issuesShow.js';

/** `sluice issues …`. */
export const issues = (answer: AnswerWith): Command =>
  group(
    'issues',
    'Issues: grouped exceptions',
    [issuesList, issuesShow, issuesEvents, issuesResolve, issuesReopen, issuesIgnore, issuesMerge, issuesUnmerge].map(
      (make) => make(answer),
    ),
    'list',
  );
