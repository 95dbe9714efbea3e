import { expect, test } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { scrubText } from './scrubText.js';

const ALPHABETS: Readonly<Record<string, string>> = {
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  a: 'abcdefghijklmnopqrstuvwxyz0123456789',
  U: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  l: 'abcdefghijklmnopqrstuvwxyz',
  d: '0123456789',
  h: '0123456789abcdef',
  B: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/** An example for each rule of gitleaks 8.30 (2026-07) that recognizes a credential without the name of its vendor beside it. */
const RULES: readonly (readonly [rule: string, ...forms: string[]])[] = [
  ['1password-secret-key', 'A3-{U6}-{U11}-{U5}-{U5}-{U5}'],
  ['1password-service-account-token', 'ops_eyJ{A260}='],
  ['adobe-client-secret', 'p8e-{a32}'],
  ['age-secret-key', 'AGE-SECRET-KEY-1{B58}'],
  ['airtable-personnal-access-token', 'pat{A14}.{h64}'],
  ['alibaba-access-key-id', 'LTAI{A20}'],
  ['anthropic-admin-api-key', 'sk-ant-admin01-{A93}AA'],
  ['anthropic-api-key', 'sk-ant-api03-{A93}AA'],
  ['artifactory-api-key', 'AKCp{A69}'],
  ['artifactory-reference-token', 'cmVmd{A59}'],
  ['authress-service-client-access-key', 'sc_{a12}.{a5}.acc_{a16}.{a40}'],
  ['aws-access-token', 'AKIA{U16}', 'ASIA{U16}', 'A3TX{U16}'],
  ['aws-amazon-bedrock-api-key-long-lived', 'ABSK{A120}='],
  ['aws-amazon-bedrock-api-key-short-lived', 'bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{A40}'],
  ['azure-ad-client-secret', '{A3}8Q~{A34}'],
  ['clickhouse-cloud-api-secret-key', '4b1d{A38}'],
  ['clojars-api-token', 'CLOJARS_{a60}'],
  ['cloudflare-origin-ca-key', 'v1.0-{h24}-{h146}'],
  ['databricks-api-token', 'dapi{h32}', 'dapi{h32}-2'],
  ['digitalocean-access-token', 'doo_v1_{h64}'],
  ['digitalocean-pat', 'dop_v1_{h64}'],
  ['digitalocean-refresh-token', 'dor_v1_{h64}'],
  ['doppler-api-token', 'dp.pt.{A43}'],
  ['duffel-api-token', 'duffel_live_{A43}'],
  ['dynatrace-api-token', 'dt0c01.{A24}.{A64}'],
  ['easypost-api-token', 'EZAK{A54}'],
  ['easypost-test-api-token', 'EZTK{A54}'],
  ['facebook-access-token', '1{d15}|{A27}'],
  ['facebook-page-access-token', 'EAAM{A120}'],
  ['flutterwave-encryption-key', 'FLWSECK_TEST-{h12}'],
  ['flutterwave-secret-key', 'FLWSECK_TEST-{h32}-X'],
  ['flyio-access-token', 'fo1_{A43}', 'fm1r_{A120}', 'fm2_{A120}=='],
  ['frameio-api-token', 'fio-u-{A64}'],
  ['gcp-api-key', 'AIza{A35}'],
  ['github-app-token', 'ghu_{A36}', 'ghs_{A36}'],
  ['github-fine-grained-pat', 'github_pat_{A82}'],
  ['github-oauth', 'gho_{A36}'],
  ['github-pat', 'ghp_{A36}'],
  ['github-refresh-token', 'ghr_{A36}'],
  ['gitlab-cicd-job-token', 'glcbt-{A2}_{A20}'],
  ['gitlab-deploy-token', 'gldt-{A20}'],
  ['gitlab-feature-flag-client-token', 'glffct-{A20}'],
  ['gitlab-feed-token', 'glft-{A20}'],
  ['gitlab-incoming-mail-token', 'glimt-{A25}'],
  ['gitlab-kubernetes-agent-token', 'glagent-{A50}'],
  ['gitlab-oauth-app-secret', 'gloas-{A64}'],
  ['gitlab-pat', 'glpat-{A20}'],
  ['gitlab-pat-routable', 'glpat-{A27}.{a9}'],
  ['gitlab-ptt', 'glptt-{h40}'],
  ['gitlab-rrt', 'GR1348941{A20}'],
  ['gitlab-runner-authentication-token', 'glrt-{A20}'],
  ['gitlab-runner-authentication-token-routable', 'glrt-t1_{A27}.{a9}'],
  ['gitlab-scim-token', 'glsoat-{A20}'],
  ['grafana-api-key', 'eyJrIjoi{A80}=='],
  ['grafana-cloud-api-token', 'glc_{A40}='],
  ['grafana-service-account-token', 'glsa_{A32}_{h8}'],
  ['harness-api-key', 'pat.{A22}.{A24}.{A20}', 'sat.{A22}.{A24}.{A20}'],
  ['heroku-api-key-v2', 'HRKU-AA{A58}'],
  ['huggingface-access-token', 'hf_{l34}'],
  ['huggingface-organization-api-token', 'api_org_{l34}'],
  ['infracost-api-token', 'ico-{A32}'],
  ['intra42-client-secret', 's-s4t2ud-{h64}'],
  ['jwt', 'eyJ{A20}.eyJ{A20}.{A43}', 'eyJ{A20}.eyJ{A20}.'],
  ['jwt-base64', 'ZXlKaGJHY2lPaU{A80}'],
  ['linear-api-key', 'lin_api_{A40}'],
  ['maxmind-license-key', '{A6}_{A29}_mmk'],
  ['notion-api-token', 'ntn_{d11}{A35}'],
  ['npm-access-token', 'npm_{a36}'],
  ['octopus-deploy-api-key', 'API-{U26}'],
  ['openai-api-key', 'sk-proj-{A74}T3BlbkFJ{A74}', 'sk-{A20}T3BlbkFJ{A20}'],
  ['openshift-user-token', 'sha256~{A43}'],
  ['perplexity-api-key', 'pplx-{A48}'],
  ['planetscale-api-token', 'pscale_tkn_{A43}'],
  ['planetscale-oauth-token', 'pscale_oauth_{A43}'],
  ['planetscale-password', 'pscale_pw_{A43}'],
  ['postman-api-token', 'PMAK-{h24}-{h34}'],
  ['prefect-api-token', 'pnu_{A36}'],
  ['pulumi-api-token', 'pul-{h40}'],
  ['pypi-upload-token', 'pypi-AgEIcHlwaS5vcmc{A80}'],
  ['readme-api-token', 'rdme_{a70}'],
  ['rubygems-api-token', 'rubygems_{h48}'],
  ['scalingo-api-token', 'tk-us-{A48}'],
  ['sendgrid-api-token', 'SG.{A22}.{A43}'],
  ['sendinblue-api-token', 'xkeysib-{h64}-{a16}'],
  ['sentry-org-token', 'sntrys_eyJpYXQiO{A40}LCJyZWdpb25fdXJs{A40}_{A43}'],
  ['sentry-user-token', 'sntryu_{h64}'],
  ['settlemint-application-access-token', 'sm_aat_{A16}'],
  ['settlemint-personal-access-token', 'sm_pat_{A16}'],
  ['settlemint-service-access-token', 'sm_sat_{A16}'],
  ['shippo-api-token', 'shippo_live_{h40}'],
  ['shopify-access-token', 'shpat_{h32}'],
  ['shopify-custom-access-token', 'shpca_{h32}'],
  ['shopify-private-app-access-token', 'shppa_{h32}'],
  ['shopify-shared-secret', 'shpss_{h32}'],
  ['slack-app-token', 'xapp-1-{U11}-{d13}-{h64}'],
  ['slack-bot-token', 'xoxb-{d12}-{d12}-{A24}'],
  ['slack-config-access-token', 'xoxe.xoxp-1-{U163}'],
  ['slack-config-refresh-token', 'xoxe-1-{U146}'],
  ['slack-legacy-bot-token', 'xoxb-{d12}-{A24}'],
  ['slack-legacy-token', 'xoxs-{d12}-{d12}-{d12}-{h10}'],
  ['slack-legacy-workspace-token', 'xoxa-2-{A12}'],
  ['slack-user-token', 'xoxp-{d12}-{d12}-{d12}-{h32}'],
  ['sourcegraph-access-token', 'sgp_{h40}', 'sgp_{h16}_{h40}', 'sgp_local_{h40}'],
  ['square-access-token', 'EAAA{A60}', 'sq0atp-{A22}'],
  ['stripe-access-token', 'sk_live_{A24}', 'rk_test_{A24}'],
  ['twilio-api-key', 'SK{h32}'],
  ['vault-batch-token', 'hvb.{A140}'],
  ['vault-service-token', 'hvs.{A95}', 's.{l11}1{A12}'],
  // Rules that need a vendor's name beside it, where the token says enough.
  ['atlassian-api-token', 'ATATT3{A186}'],
  ['defined-networking-api-token', 'dnkey-{a26}-{a52}'],
  ['mailchimp-api-key', '{h32}-us12'],
  ['mailgun-private-api-token', 'key-{h32}'],
  ['new-relic-insert-key', 'NRII-{a32}'],
  ['new-relic-user-api-key', 'NRAK-{a27}'],
  ['plaid-api-token', 'access-production-{h8}-{h4}-{h4}-{h4}-{h12}'],
  ['telegram-bot-api-token', '{d10}:A{a34}'],
  ['typeform-api-token', 'tfp_{a59}'],
  ['yandex-api-key', 'AQVN{A36}'],
];

test.each(RULES)('a %s is hidden wherever it stands', (_rule, ...forms) => {
  for (const token of forms.map(make)) {
    expect(scrubText(token)).toBe('[secret]');
    expect(scrubText(`sent ${token} twice`)).toBe('sent [secret] twice');
    expect(scrubText(`["${token}"]`)).toBe('["[secret]"]');
    expect(scrubText(`https://x.test/?a=${encodeURIComponent(token)}&b=1`)).toBe('https://x.test/?a=[secret]&b=1');
  }
});

test('tokens are hidden in addresses whose host is another one', () => {
  const hook = make('hooks.slack.com/services/T{U8}/B{U10}/{A24}');
  expect(scrubText(`to https://${hook} failed`)).toBe('to https://[secret] failed');
  const id = '{a8}-{a4}-{a4}-{a4}-{a12}';
  const teams = make(`acme.webhook.office.com/webhookb2/${id}@${id}/IncomingWebhook/{a32}/${id}`);
  expect(scrubText(`https://${teams}`)).toBe('https://acme.[secret]');
  expect(scrubText(make('{a14}.atlasv1.{A64}'))).toMatch(/^[a-z0-9]{14}\.\[secret\]$/);
  expect(scrubText(make('https://{h8}:{h8}@gems.contribsys.com/'))).toBe('https://[secret]@gems.contribsys.com/');
});

test.each([
  'gl-button-primary-large-with-icon',
  'sk-fading-circle-with-twelve-dots',
  'sk-circle',
  'hf_datasets',
  'eyebrow.component.module.ts',
  'keyboard-navigation-for-everyone',
  's.getBoundingClientRectAlt(',
  'npm_config_registry_of_this_machine',
  'SKU-1234567890123456789012345678901',
  'patternMatchingExpressionCompiler',
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  '507f1f77bcf86cd799439011',
  'access-control-allow-credentials',
  'AKIA in a sentence',
  'com.example.checkout.PaymentServiceImplementation',
])('%s is no token', (text) => expect(scrubText(text)).toBe(text));

/** `{A36}`: thirty-six random characters of an alphabet. Made at run time, so that no file holds what looks like a token. */
function make(form: string): string {
  return form.replace(/\{(\w)(\d+)\}/g, (_whole, name: string, length: string) => {
    const alphabet = ALPHABETS[name] ?? '';
    return Array.from({ length: Number(length) }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  });
}
