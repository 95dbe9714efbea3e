/** An environment variable of a CI system that contains the commit. */
export interface CiVariable {
  readonly name: string;
  /** Variables that identify the CI system if the name is ambiguous. */
  readonly where?: readonly string[];
}

/** In order of precedence; the first that is set and not blank is the release. */
export const CI_COMMIT_VARIABLES: readonly CiVariable[] = [
  { name: 'GITHUB_SHA' }, // GitHub Actions, Gitea, Forgejo
  { name: 'CI_COMMIT_SHA' }, // GitLab, Woodpecker
  { name: 'VERCEL_GIT_COMMIT_SHA' },
  { name: 'COMMIT_REF', where: ['NETLIFY'] },
  { name: 'CF_PAGES_COMMIT_SHA' }, // Cloudflare Pages
  { name: 'WORKERS_CI_COMMIT_SHA' }, // Cloudflare Workers
  { name: 'AWS_COMMIT_ID' }, // AWS Amplify
  { name: 'CODEBUILD_RESOLVED_SOURCE_VERSION' }, // AWS CodeBuild
  { name: 'BITBUCKET_COMMIT' },
  { name: 'BUILD_SOURCEVERSION', where: ['TF_BUILD'] }, // Azure Pipelines
  { name: 'CIRCLE_SHA1' },
  { name: 'BUILDKITE_COMMIT' },
  { name: 'TRAVIS_COMMIT' },
  { name: 'DRONE_COMMIT_SHA' },
  { name: 'SEMAPHORE_GIT_SHA' },
  { name: 'APPVEYOR_REPO_COMMIT' },
  { name: 'BITRISE_GIT_COMMIT' },
  { name: 'CM_COMMIT' }, // Codemagic
  { name: 'RENDER_GIT_COMMIT' },
  { name: 'RAILWAY_GIT_COMMIT_SHA' },
  { name: 'HEROKU_BUILD_COMMIT' },
  { name: 'SOURCE_VERSION', where: ['DYNO', 'HEROKU_APP_ID', 'STACK'] }, // Heroku, while it builds
  { name: 'BUILD_VCS_NUMBER', where: ['TEAMCITY_VERSION'] },
  { name: 'COMMIT_SHA', where: ['BUILD_ID', 'PROJECT_ID'] }, // Google Cloud Build
  { name: 'GIT_COMMIT', where: ['JENKINS_URL', 'JENKINS_HOME'] },
];
