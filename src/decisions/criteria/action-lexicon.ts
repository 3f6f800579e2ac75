/**
 * Verbs that order work. A long line before a list that has one at the head of a clause is a
 * requirement of its own, not a lead-in. Lower case, base form.
 *
 * Spec: LP-21.
 */
export const actionVerbs: ReadonlySet<string> = new Set(
  `add adjust align allow analyse analyze append apply archive assert audit automate backport benchmark
  block build bump bundle cache change check clean clear close commit compare compile compress
  configure connect convert copy correct cover create cut debug decouple deduplicate delete deploy
  deprecate derive design detect disable document download drop emit enable encrypt enforce ensure
  escape evaluate expand export expose extend extract fetch filter find fix format generate group
  handle harden hide implement import improve include increase index inline insert inspect install
  integrate introduce investigate isolate keep limit link lint load localize lock log lower map
  measure
  merge migrate mock modify monitor move normalise normalize open optimise optimize package parse
  patch
  pin port prevent print profile prove publish pull push raise read rebase rebuild record redact
  reduce
  refactor register reject release remove rename render repair replace report reproduce reset
  resolve
  restart restore restrict return revert review rewrite roll rotate run sanitise sanitize save scale
  scan secure send serve set ship show shrink simplify sort speed split squash stop store strip
  support swap sync tag test throttle tidy track translate trim tune unify uninstall update upgrade
  upload use validate verify warn wire wrap write`
    .trim()
    .split(/\s+/u),
);

/** Words after which a verb may stand as an order. */
export const beforeAction: ReadonlySet<string> = new Set(
  `please and then to you we i they must should shall will can may need also now first next finally
  let's let us kindly or but not just help`
    .trim()
    .split(/\s+/u),
);
