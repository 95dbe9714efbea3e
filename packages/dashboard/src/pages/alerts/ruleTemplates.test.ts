import { describe, expect, test } from '@jest/globals';
import { DROPS, dropOf } from '@sluice/alerts/kinds';
import { draftToRule, templateToDraft } from './ruleDraft';
import { conditionsOf, RULE_TEMPLATES } from './ruleTemplates';

const DROP_KINDS = DROPS.map(({ kind }) => kind);
const SERIES = ['endpoint', 'metric', 'log_rate'];

describe('templates', () => {
  test.each(RULE_TEMPLATES)('$id: the form has the conditions of the template', (template) => {
    const { conditions, name, enabled } = draftToRule(templateToDraft(template, true));
    expect(conditions).toEqual(conditionsOf(template, true));
    expect([name, enabled]).toEqual([template.name, true]);
  });

  test.each(RULE_TEMPLATES)('$id: has a series only if it is one of projects', ({ conditions, isOfProject }) => {
    expect(conditions.some(({ kind }) => SERIES.includes(kind))).toBe(isOfProject);
  });

  test('have names of their own', () => {
    expect(new Set(RULE_TEMPLATES.map(({ id }) => id)).size).toBe(RULE_TEMPLATES.length);
  });

  test('report every drop in an organization, and in a project those that happen there', () => {
    const drops = RULE_TEMPLATES.filter(({ id }) => id === 'drops');
    const kindsOf = (isOfProject: boolean) =>
      drops
        .flatMap((template) => conditionsOf(template, isOfProject))
        .flatMap((condition) => (condition.kind === 'drops' ? condition.of : []));
    expect(kindsOf(false)).toEqual(DROP_KINDS);
    expect(kindsOf(true)).toEqual(DROP_KINDS.filter((kind) => dropOf(kind)?.isOfOrganization !== true));
  });
});
