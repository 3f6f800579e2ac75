/** What kind of failure a provider reported. Spec: LP-43. */
export type ProviderProblem =
  | "usage-limit"
  | "authentication"
  | "context-overflow"
  | "transient"
  | "provider-error";

const usageLimit =
  /usage limit|usage cap|included usage|used all|quota|out of credits?|insufficient.{0,20}(?:credits?|funds|balance|quota)|credit balance|billing|payment required|spend(?:ing)? limit|plan limit|(?<!rate )limit (?:has been )?reached|monthly limit|weekly limit|daily limit|\b402\b/iu;
const authentication =
  /\b40[13]\b|unauthori[sz]ed|authentication|not authenticated|api[- _]?key|invalid.{0,12}(?:token|credentials?)|credentials?|permission denied|forbidden|log ?in again|expired token|token.{0,12}expired|no auth/iu;
const overflow =
  /context.{0,12}(?:length|window|overflow|size|limit)|prompt is too long|too many tokens(?!.{0,40}(?:per |wait|try))|maximum.{0,20}tokens|input.{0,12}too (?:long|large)|exceeds.{0,24}(?:context|token)/iu;
const transient =
  /too many tokens|\b(?:408|409|425|429|500|502|503|504|520|521|522|523|524|529)\b|rate.?limit|too many requests|overloaded|overload|temporar|timed? ?out|time-?out|unavailable|try again|retry|network|connection|socket|econn|enotfound|eai_again|epipe|fetch failed|reset|hang ?up|stream.{0,20}(?:ended|closed|interrupted)|terminated|gateway|internal (?:server )?error|server error|dns|aborted unexpectedly|premature/iu;

/**
 * Reads a provider's error text. A spent allowance is looked for before a rate limit: both come as
 * 429, and only one passes by waiting. What is not understood is no reason to go on.
 *
 * Spec: LP-43.
 */
export function providerProblem(text: string): ProviderProblem {
  if (usageLimit.test(text)) return "usage-limit";
  if (overflow.test(text)) return "context-overflow";
  if (authentication.test(text)) return "authentication";
  return transient.test(text) ? "transient" : "provider-error";
}
