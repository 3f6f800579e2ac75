/**
 * Words that only say that something is so. A citation made of nothing else points at nothing: it
 * is the claim again. All lower case; published, so that a refusal can be understood and disputed.
 *
 * Spec: LP-31.
 */
export const claimWords: ReadonlySet<string> = new Set(
  `
  done complete completed completes completing completion finished finish finishes finishing
  ok okay okey yes yep yeah y no nope none nothing n/a na nil
  fixed fix fixes resolved resolve resolves solved solve solves addressed handled closed
  good great fine perfect correct correctly right clean well better best nice excellent solid stable
  safe sound healthy happy ready set
  green red pass passes passed passing succeed succeeds succeeded success successful successfully
  verified verify verifies verification confirmed confirm confirms confirmation checked check
  validated validate validates validation proven proved proof ensured guaranteed satisfied satisfies
  satisfy fulfilled fulfils fulfills met meet meets achieved achieve reached accomplished
  implemented implement implements implementation added created made written updated changed removed
  merged shipped released deployed delivered applied included covered documented refactored cleaned
  built worked work works working functional functioning functions function operational running runs
  ran run tested looks look looking seems seem appears appear behaves expected intended required
  requested asked needed planned described specified stated instructed
  true false fail-free error-free bug-free issue-free perfectly properly fully entirely totally
  completely absolutely definitely certainly surely sure really truly indeed clearly obviously
  all every everything each both any entire whole total rest remaining overall full
  it its it's this that these those they them there here i i've we we've my our you your he she
  is are was were be been being has have had having do does did doing can could will would should
  may might must shall not never now already still just also too again once finally today currently
  the a an and or but so as than then of to in on at for with by from into per without within about
  up out over after before when while where which who what how why because since if
  criterion criteria requirement requirements goal goals objective objectives task tasks item items
  step steps part parts phase phases point points thing things bit stuff work job number part
  iteration iterations turn turns round rounds attempt attempts pass loop
  problem problems issue issues left open pending outstanding missing
  zero one two three four five six seven eight nine ten eleven twelve dozen first second third
  fourth
  fifth last next hundred percent half
  found see seen shows show showing says say reports report reported proves prove evidence result
  results outcome status state output self manually myself personally
  as-is up-to-date see-above above below lgtm wip tbd todo check-mark
  `
    .trim()
    .split(/\s+/u),
);
