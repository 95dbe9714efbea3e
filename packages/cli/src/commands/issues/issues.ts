import type { Command } from 'commander';
import { group, type AnswerWith } from '../../cli.js';
import { issuesAssign, issuesIgnore, issuesReopen, issuesResolve } from './issuesChange.js';
import { issuesComment, issuesHistory } from './issuesComment.js';
import { issuesEvents } from './issuesEvents.js';
import { issuesList } from './issuesList.js';
import { issuesMerge, issuesUnmerge } from './issuesMerge.js';
import { issuesShow } from './issuesShow.js';
import { issuesValues } from './issuesValues.js';

/** `sluice issues …`. */
export const issues = (answer: AnswerWith): Command =>
  group(
    'issues',
    'Issues: grouped exceptions',
    [
      issuesList,
      issuesValues,
      issuesShow,
      issuesEvents,
      issuesHistory,
      issuesResolve,
      issuesReopen,
      issuesIgnore,
      issuesAssign,
      issuesComment,
      issuesMerge,
      issuesUnmerge,
    ].map((make) => make(answer)),
    'list',
  );
