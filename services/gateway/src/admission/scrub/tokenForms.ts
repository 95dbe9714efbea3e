/**
 * Forms of tokens that name their issuer, after the rules of gitleaks: prefixes and an expression for the rest.
 * Public identifiers and keys are not included. Each is tried at the start of words, so an expression fails after a
 * bounded number of characters or consumes what it has read.
 */
export const TOKEN_FORMS: readonly (readonly [prefixes: string, rest: string])[] = [
  ['slp_', '[\\w-]{43}'],
  // Case may differ; readers convert to lower case.
  ['sl sL Sl SL', '[sS]_[\\da-fA-F]{64}'],
  // JSON Web Tokens: signed, unsigned, encrypted. The header is an object, which may start with blanks. Never inside
  // a longer word.
  ['eyJ', '(?<![\\w-]eyJ)[\\w-]{8,}\\.[\\w-]*\\.[\\w-]*(?:\\.[\\w-]+\\.[\\w-]+)?'],
  ['eyAi ewog ewoJ ew0K', '(?<![\\w-].{4})[\\w-]{8,}\\.[\\w-]*\\.[\\w-]*(?:\\.[\\w-]+\\.[\\w-]+)?'],
  ['ZXlK', '[\\w+/=-]{60,}'],
  // GitHub, GitLab
  ['ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,}'],
  ['github_pat_', '\\w{36,}'],
  ['glagent- glcbt- gldt- glffct- glft- glimt- gloas- glpat- glptt- glrt- glsoat-', '[\\w.-]{20,}'],
  ['GR1348941', '[\\w-]{20,}'],
  // Clouds
  ['AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['A3T', '[A-Z0-9]{17}(?![A-Za-z0-9])'],
  ['ABSK', '[\\w+/]{100,}={0,2}'],
  ['bedrock-api-key-', '[\\w+/=]{20,}'],
  ['AIza', '[\\w-]{35,}'],
  ['LTAI', '[A-Za-z0-9]{16,}'],
  ['doo_v1_ dop_v1_ dor_v1_', '[a-fA-F0-9]{64}'],
  ['v1.0-', '[a-f0-9]{24}-[a-f0-9]{146}'],
  ['HRKU-AA', '[\\w-]{58,}'],
  ['fo1_', '[\\w-]{43,}'],
  ['fm1a_ fm1r_ fm2_', '[\\w+/]{100,}={0,3}'],
  ['tk-us-', '[\\w-]{48,}'],
  ['AQVN', '[\\w-]{35,}'],
  // Payment and shops
  ['sk_test_ sk_live_ sk_prod_ rk_test_ rk_live_ rk_prod_', '[A-Za-z0-9]{10,}'],
  ['whsec_', '[\\w+/]{24,}={0,2}'],
  ['sq0atp- sq0csp-', '[\\w-]{22,}'],
  // An upper-case identifier may start like this and is hexadecimal.
  ['EAAA', '(?=[\\dA-F-]{0,21}[G-Z_a-z])[\\w-]{22,}'],
  ['FLWSECK- FLWSECK_TEST-', '[A-Za-z0-9]{12,}(?:-X)?'],
  ['shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32,}'],
  ['shippo_live_ shippo_test_ duffel_live_ duffel_test_', '[\\w=-]{40,}'],
  ['EZAK EZTK', '[A-Za-z0-9]{54,}'],
  ['access-sandbox- access-development- access-production-', '[a-f0-9-]{36,}'],
  // Language models
  ['sk-ant- sk-proj- sk-svcacct- sk-admin- sk-or-', '[\\w-]{20,}'],
  ['sk-', '[A-Za-z0-9]{32,}'],
  ['pplx-', '[A-Za-z0-9]{48,}'],
  ['hf_ api_org_', '[A-Za-z]{34,}'],
  // Chat and mail
  ['xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- xapp-', '[\\w-]{8,}'],
  ['hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/', '[\\w+/-]{24,}'],
  ['webhook.office.com/webhookb2/', '[\\w@/-]{60,}'],
  ['SG.', '[\\w=.-]{60,}'],
  ['xkeysib- xsmtpsib-', '[a-f0-9]{64}-\\w{16}'],
  ['key-', '[a-f0-9]{32}(?![\\w-])'],
  ['EAA', '[A-Za-z0-9]{100,}'],
  // Package registries
  ['npm_', '[A-Za-z0-9]{36}'],
  ['pypi-', '[\\w-]{50,}'],
  ['rubygems_', '[a-f0-9]{48}'],
  ['CLOJARS_ clojars_', '[A-Za-z0-9]{60}'],
  ['AKCp', '[A-Za-z0-9]{60,}'],
  ['cmVmd', '[A-Za-z0-9]{59,}'],
  // Vaults, databases, tools
  ['A3-', '[A-Z0-9]{6}-[A-Z0-9-]{20,}'],
  ['ops_eyJ', '[\\w+/=]{50,}'],
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{58}'],
  ['hvb. hvs.', '[\\w-]{24,}'],
  ['s.', '(?=[A-Za-z]{0,23}\\d)[A-Za-z0-9]{24}(?![\\w.])'],
  ['dp.audit. dp.ct. dp.pt. dp.sa. dp.scim. dp.st.', '[\\w.-]{40,}'],
  ['atlasv1.', '[\\w=-]{60,}'],
  ['pul-', '[a-f0-9]{40}'],
  ['pscale_tkn_ pscale_oauth_ pscale_pw_', '[\\w=.-]{32,}'],
  ['4b1d', '[A-Za-z0-9]{38}(?![A-Za-z0-9])'],
  ['dapi', '[a-f0-9]{32}(?:-\\d)?'],
  ['p8e-', '[A-Za-z0-9]{32}'],
  ['pat. sat.', '[\\w-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}'],
  ['pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'],
  ['authress_ ext_ sc_ scauth_', '[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][\\w-]{10,32}\\.[\\w+/=-]{30,120}'],
  ['ATATT3', '[\\w=-]{100,}'],
  ['sha256~', '[\\w-]{43,}'],
  // Telemetry and others
  ['dt0c01. dt0s01. dt0s02. dt0s16.', '[A-Za-z0-9]{8,24}\\.[A-Za-z0-9]{64}'],
  ['eyJrIjoi glc_ glsa_', '[\\w+/]{32,}={0,3}'],
  ['sntrys_', '[\\w+/=]{40,}'],
  ['sntryu_', '[a-f0-9]{64}'],
  ['NRAK- NRII-', '[A-Za-z0-9-]{27,}'],
  ['sgp_', '(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}'],
  ['PMAK-', '[a-fA-F0-9]{24}-[a-fA-F0-9]{34}'],
  ['lin_api_ lin_oauth_ ntn_ rdme_', '[A-Za-z0-9]{40,}'],
  ['pnu_', '[A-Za-z0-9]{36}'],
  ['sm_aat_ sm_pat_ sm_sat_', '[A-Za-z0-9]{16,}'],
  ['tfp_', '[\\w=.-]{40,}'],
  ['dnkey-', '[\\w=-]{60,}'],
  ['fio-u-', '[\\w=-]{60,}'],
  ['ico-', '[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['s-s4t2ud- s-s4t2af-', '[a-fA-F0-9]{64}'],
  ['API-', '[A-Z0-9]{26}(?![A-Za-z0-9])'],
  ['SK', '[0-9a-fA-F]{32}(?!\\w)'],
];

/** Forms recognized by a substring: the substring and the expression. */
export const INNER_FORMS: readonly (readonly [within: string, form: RegExp])[] = [
  ['Q~', /(?<![\w.~-])[\w.~]{3}\dQ~[\w.~-]{31,}/g],
  ['_mmk', /(?<!\w)[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)/g],
  ['-us', /(?<!\w)[a-f0-9]{32}-us\d{1,2}(?!\w)/g],
  [':A', /(?<!\w)\d{5,16}:A[\w-]{34}(?![\w-])/g],
  ['|', /(?<!\w)\d{15,16}\|[\w-]{27,}/g],
];
