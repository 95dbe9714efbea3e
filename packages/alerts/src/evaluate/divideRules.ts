import { appliesTo, type AlertRule, type AlertRules } from '../alertRule.js';
import { kindOf, type AlertCondition } from '../conditions/conditions.js';

/** Rules of an organization, and projects that they apply to, which are evaluated together. */
export interface RulePart {
  readonly organizationId: string;
  /** What one evaluation gets: only these rules and projects. */
  readonly rules: AlertRules;
  /** Every rule in every project that it applies to, as `<project>/<rule>`. */
  readonly members: readonly string[];
}

/**
 * Conditions of a part, counted in each project: few enough that most parts take less than a second, and enough that the rules of many
 * small projects share statements.
 */
const MOST_CONDITIONS = 500;

/** Signals fire some conditions, and drops have an evaluation of their own. */
const isEvaluated = (condition: AlertCondition): boolean => {
  const kind = kindOf(condition);
  return kind.about !== 'drops' && kind.reads !== 'signals';
};

/** A project with the rules that apply to it. */
interface ProjectPart {
  readonly projectId: string;
  readonly rules: readonly CountedRule[];
  /** It has other parts: each is alone, because a rule of a part is evaluated in all projects of the part. */
  readonly isSplit?: boolean;
}

interface CountedRule {
  readonly rule: AlertRule;
  readonly conditions: number;
}

/**
 * Divides the rules about rates, trends and series into parts of one organization, whose sum of conditions is bounded. A project with many is
 * divided by its rules, and parts contain several projects with few. Pure.
 */
export function divideRules(all: AlertRules): readonly RulePart[] {
  const rulesOf = groupRules(all);
  const parts: RulePart[] = [];
  for (const [organizationId, projects] of groupProjects(all, rulesOf)) {
    const own = { ...all, maintenance: all.maintenance.filter((one) => one.organizationId === organizationId) };
    for (const group of pack(projects.flatMap(splitProject))) parts.push(toPart(own, organizationId, group));
  }
  return parts;
}

/** The rules of an organization with conditions that are evaluated. */
interface OrganizationRules {
  readonly ofAll: CountedRule[];
  readonly ofProject: Map<string, CountedRule[]>;
}

function groupRules({ rules }: AlertRules): ReadonlyMap<string, OrganizationRules> {
  const groups = new Map<string, OrganizationRules>();
  for (const rule of rules) {
    const counted = { rule, conditions: rule.conditions.filter(isEvaluated).length };
    if (counted.conditions === 0) continue;
    const group = groups.get(rule.organizationId) ?? { ofAll: [], ofProject: new Map<string, CountedRule[]>() };
    groups.set(rule.organizationId, group);
    if (rule.projectId === null) group.ofAll.push(counted);
    else group.ofProject.set(rule.projectId, [...(group.ofProject.get(rule.projectId) ?? []), counted]);
  }
  return groups;
}

function groupProjects(
  { organizationOf }: AlertRules,
  rulesOf: ReadonlyMap<string, OrganizationRules>,
): ReadonlyMap<string, readonly ProjectPart[]> {
  const groups = new Map<string, ProjectPart[]>();
  for (const [projectId, organizationId] of organizationOf) {
    const own = rulesOf.get(organizationId);
    if (own === undefined) continue;
    const inherited = own.ofAll.filter(({ rule }) => appliesTo(rule, projectId, organizationId));
    const rules = [...inherited, ...(own.ofProject.get(projectId) ?? [])];
    if (rules.length === 0) continue;
    const group = groups.get(organizationId);
    if (group === undefined) groups.set(organizationId, [{ projectId, rules }]);
    else group.push({ projectId, rules });
  }
  return groups;
}

const sizeOf = (rules: readonly CountedRule[]): number => rules.reduce((sum, { conditions }) => sum + conditions, 0);

function splitProject(project: ProjectPart): readonly ProjectPart[] {
  const parts: CountedRule[][] = [[]];
  for (const rule of project.rules) {
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && sizeOf(last) + rule.conditions > MOST_CONDITIONS) parts.push([rule]);
    else last.push(rule);
  }
  if (parts.length === 1) return [project];
  return parts.map((rules) => ({ projectId: project.projectId, rules, isSplit: true }));
}

/** Puts small projects together. */
function pack(projects: readonly ProjectPart[]): readonly (readonly ProjectPart[])[] {
  const groups: ProjectPart[][] = [];
  let size = Infinity;
  for (const project of projects) {
    const own = project.isSplit === true ? Infinity : sizeOf(project.rules);
    if (size + own > MOST_CONDITIONS) {
      groups.push([project]);
      size = own;
    } else {
      groups.at(-1)?.push(project);
      size += own;
    }
  }
  return groups;
}

const toPart = (all: AlertRules, organizationId: string, group: readonly ProjectPart[]): RulePart => ({
  organizationId,
  rules: {
    ...all,
    rules: [...new Set(group.flatMap(({ rules }) => rules.map(({ rule }) => rule)))],
    organizationOf: new Map(group.map(({ projectId }) => [projectId, organizationId])),
  },
  members: group.flatMap(({ projectId, rules }) => rules.map(({ rule }) => `${projectId}/${rule.id}`)),
});
