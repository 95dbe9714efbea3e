import { listKeys, updateProject, type SettingsPatch } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import { notes } from '../helpText.js';
import type { Answer, CommandContext } from '../context.js';
import { warnIfUnheard } from '../warnIfUnheard.js';
import { describeProject } from '../output/describeProject.js';
import { projectRef } from '../parse/projectRef.js';
import { settingAssignments } from '../parse/settingAssignments.js';
import { PROJECT_SETTINGS } from '../parse/settingNames.js';

/** `sluice project set <org>/<project> <setting>=<json>…`. */
export const projectSet = (answer: AnswerWith): Command =>
  command('set', "Change a project's settings", [
    [`sluice project set acme/shop filters.ips='["10.0.0.0/8"]'`, 'drop events from these addresses'],
    ['sluice project set acme/shop sampleRates.span=0.5 eventsPerHour=100000', 'several at once'],
    ['sluice project set acme/shop eventsPerHour=none scrub=on', 'on, off and none instead of JSON'],
    ['sluice project set acme/shop bytesPerHour=none', 'no byte quota; the default is 2000000000'],
  ])
    .argument('<project>', '<org>/<project>')
    .argument('<settings...>', `<setting>=<json>: ${[...PROJECT_SETTINGS.keys()].join(', ')}`)
    .addHelpText(
      'after',
      notes(
        "filters.messages, filters.environments and filters.releases are globs that must match the whole text: * is any text, ? one character, [abc] one of these. filters.messages='*ResizeObserver*' matches it anywhere in a message.",
        'Gateways apply a change within 2 seconds.',
      ),
    )
    .action((ref: string, settings: string[]) => answer((context) => setProject(context, ref, settings)));

/** Changes the given settings and returns all settings. */
async function setProject(context: CommandContext, text: string, settings: readonly string[]): Promise<Answer> {
  const ref = projectRef(text);
  const patch = settingAssignments(settings, PROJECT_SETTINGS);
  const db = context.database();
  const project = await updateProject(db, ref, patch);
  for (const pattern of exactMessages(patch)) {
    context.warn(
      `filters.messages: "${pattern}" has no wildcard and matches only this whole text. To match it anywhere, write "*${pattern}*"`,
    );
  }
  await warnIfUnheard(context);
  return describeProject(context, project, await listKeys(db, ref));
}

/** Message patterns without a wildcard, which are usually mistakes. */
function exactMessages(patch: SettingsPatch): readonly string[] {
  const patterns = patch['filters.messages'];
  if (!Array.isArray(patterns)) return [];
  return patterns.filter((pattern): pattern is string => typeof pattern === 'string' && !/[*?[]/.test(pattern));
}
