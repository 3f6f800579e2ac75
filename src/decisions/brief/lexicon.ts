/**
 * The English that the brief decision knows, as plain data: word lists by what they do in a brief.
 *
 * Lists of verbs hold base forms; `vocabulary.ts` adds the inflected ones. A word may stand in
 * several lists. Two-word verbs are in the rule table, not here.
 *
 * Spec: FG-6, FG-9, FG-10.
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Verbs of the plain mutation triggers. Spec: FG-6. */
export const plainChangeVerbs = words(`
  commit push implement refactor rewrite rename delete edit modify update fix apply migrate
  convert replace install patch`);

/**
 * Verbs that change files, a repository or a system whatever their object is.
 *
 * Spec: FG-9.
 */
export const changeVerbs = words(`
  add remove bump revert rebase merge squash amend stash cherrypick strip rework redo restructure
  reorganize reorganise rearrange relocate restyle redesign rearchitect reimplement repair
  correct resolve solve remedy rectify mend hotfix tweak adjust alter change adapt improve
  enhance optimize optimise simplify modernize modernise streamline harden secure sanitize
  sanitise deprecate retire sunset decommission discard dispose erase wipe purge prune trim drop
  nuke kill uninstall upgrade downgrade deploy undeploy redeploy publish unpublish ship land
  release rollback provision configure reconfigure enable disable toggle activate deactivate
  register unregister reset restore recreate regenerate rebuild reformat reindent lint autofix
  autoformat prettify deduplicate dedupe dedup consolidate unify centralize centralise inline
  hoist extract extend split decouple modularize modularise encapsulate generalize generalise
  parametrize parameterize parameterise memoize memoise cache debounce throttle paginate localize
  localise internationalize internationalise transpile polyfill vendor pin unpin backport port
  scaffold bootstrap stub mock instrument annotate typecheck rewire wire hook integrate embed
  inject insert append prepend overwrite override swap substitute switch move transfer tidy clean
  cleanup polish refine rephrase reword retitle recolor recolour rotate rearm seed backfill
  truncate archive unarchive delist whitelist blacklist allowlist denylist chmod chown mkdir
  symlink touch introduce wrap unwrap sort_out bundle minify compress dockerize dockerise
  containerize containerise automate schedule unschedule parallelize parallelise serialize_out
  reduce shrink tighten loosen relax raise lower increase decrease shorten lengthen widen narrow
  implement finish complete finalize finalise undo reinstate reintroduce reapply reorder sync
  synchronize synchronise uncomment unblock unskip lowercase uppercase capitalize capitalise
  flatten invert flip expose hide gate guard assign reassign rebrand version upload delete
  eliminate abolish excise ditch scrap yank axe nix zap evict drain shut restart reboot relaunch
  terminate spin mount unmount format rescope address tackle handle fulfil fulfill realize
  replumb retrofit sweep transition standardize standardise normalize normalise align harmonize
  harmonise reconcile repoint redirect reroute retarget relabel reparent rehome renumber
  renormalize recompile recode code hardcode unhardcode type overhaul revamp revise rejig beef
  flesh speed stabilize stabilise quarantine silence suppress mute escape unescape quote_out
  encrypt decrypt sign upsert populate initialize initialise instantiate persist commit double
  halve triple adopt clear free rid right weed untangle detangle neaten beautify spruce
  straighten unclutter declutter seal cap promote demote elevate lift gut slim thin shave banish
  expunge blank nullify void cancel respell recapitalize retype recast reshape remodel reinstall
  repackage resave recommit resubmit reupload republish retag relink clobber reprovision bolt
  tack stamp iron root slot fold relieve extinguish mitigate neutralize neutralise obliterate
  internalize internalise externalize externalise parcel componentize abstract dereference
  curtail pare refit rekey reseed replatform rehost virtualize virtualise shard partition
  denormalize denormalise index reindex vacuum backdate prefix suffix postfix tokenize tokenise
  serialise serialize deserialize marshal unmarshal hydrate prefetch preload lazyload precompute
  colocate collocate interleave reschedule retrain rearrange reassign reconnect requeue repopulate
  reprocess restack rewind revoke unpin reclassify tinker tamper meddle fiddle mess disturb
  interrupt intervene
  interfere`).filter((word) => !word.includes("_"));

/**
 * Verbs that change something only with the right object: "create a branch" does, "create a
 * summary" does not. Without a known object the plain default is a change.
 *
 * Spec: FG-9.
 */
export const makingVerbs = words(`
  create build set setup develop support allow prevent protect tag stage mark connect link attach
  detach import clone copy duplicate save store dump place drop send post submit reply_out
  assemble fill supply convert cut roll turn bring lock unlock pull checkout reopen close merge
  initiate launch define declare specify bind make put sort`).filter((word) => !word.includes("_"));

/**
 * Verbs whose plain default is the reply: they change something only with a file, a path or a
 * code-like object ("write the parser", "write the notes to notes.md").
 *
 * Spec: FG-9.
 */
export const tellingVerbs = words(`
  write produce generate prepare draft author compose document record log compile print render
  output capture translate construct devise`);

/**
 * Verbs that nobody gives as an order, known so that a statement is seen as one.
 *
 * Spec: FG-10.
 */
export const statingVerbs = words(`
  fail pass wake happen exist match call occur arrive appear seem matter differ crash hang leak
  break throw miss hit belong contain depend mean refer point live sit hold look feel become
  produce receive accept reject emit cause trigger suffer lack own mention claim complain expire
  vanish disappear linger rely consist vary fire cope poll behave react survive recover wrap
  tolerate
  ignore scroll blink fade jump wait spawn drop climb turn say speak accept reject obey mind`);

/** Verbs that only look, think or answer. Spec: FG-6, FG-10. */
export const readingVerbs = words(`
  explain describe list report summarize summarise tell show find look read reread review compare
  check recheck inspect examine analyze analyse assess evaluate audit investigate explore search
  scan locate identify determine decide figure trace follow walk study survey map outline sketch
  propose suggest recommend advise discuss argue consider think reflect estimate gauge measure
  count rank rate score judge weigh verify confirm validate answer reply respond return name cite
  quote point mention state say spell clarify interpret classify categorize categorise enumerate
  itemize itemise tabulate highlight surface collect gather dig hunt track chase spot detect
  debug diagnose reproduce profile benchmark watch observe monitor browse skim parse display
  present predict guess imagine assume suppose pretend recall remember criticize criticise
  critique challenge question contrast relate correlate deduce infer derive justify defend prove
  demonstrate illustrate teach share offer calculate compute total brainstorm research learn ask
  consult see catalog catalogue inventory chart plot distinguish differentiate elaborate expand
  focus concentrate begin_out prioritize prioritise rehearse retrieve reason recap sum synthesize
  synthesise understand wonder know grep diff peek glance peruse pinpoint isolate scrutinize
  scrutinise vet warn notice flag invent discover ascertain establish extrapolate theorize theorise
  speculate hypothesize hypothesise simulate cover cross-check doublecheck spot-check lookup
  treat await let go come stay help continue proceed refer base bear pay stick prefer aim plan
  expect want need like love be confine restrict limit avoid refrain stop cease quit desist hold
  resist omit skip ignore exclude steer remain rest act operate work behave respect honour honor
  mind inform notify ping update_me brief debrief talk speak chat comment sample query fetch load
  visit view digest absorb familiarize familiarise acquaint choose select vote rule opine
  nominate shortlist rely depend decode unpack dissect disentangle untangle paraphrase restate
  formulate word phrase gloss retell narrate contextualize contextualise quantify pose raise_out
  lay match cross zoom drill
  play settle draw number tear poke pick
  double-check keep_in reconstruct revisit reassess reconsider recount recite give include
  provide start open get run execute invoke perform conduct have leave keep take do use paste
  carry begin join note enter try test group feel throw turn bring break rip spin tear kick whip
  hear
  square trade hand stand knock plug set pull phase shut deal ensure guarantee tick resort sneak
  cheat contact spare retry`).filter((word) => !word.includes("_") && !word.includes("-"));

/**
 * Change verbs that are nouns or adjectives at least as often: at the start of a clause they need
 * an object before they count as an order ("Patch Tuesday", "Update from the team").
 *
 * Spec: FG-10.
 */
export const nounLikeVerbs = words(`
  commit push update fix patch edit install rewrite refactor rename delete replace change merge
  build test release format drop set move revert rebase bump upgrade downgrade copy port split
  switch swap wrap tag stage stub mock hook clone fork sync tidy clean lint reset restore save
  cut ship land cache log import export tweak redesign rework overhaul redo undo cleanup hotfix
  backport rollback deploy version guard gate type touch lower correct complete code secure
  archive trim seed pin bundle mount transfer override address handle raise increase decrease
  transition standard sort group link mark post record document draft report run support stash
  squash schedule vendor mute quarantine escape sign inline narrow relax close open cover cross
  lock place store supply repair remedy toggle kill purge polish setup checkout restart reboot
  rebuild redirect insert flip hide lay clear free right root iron slot fold cap seal lift thin
  slim upload undo allowlist denylist whitelist blacklist abstract index prefix suffix shard
  partition void blank tokenize`);

/** Irregular forms: base, past participle, and the present participle where doubling misleads. */
export const irregularForms: Readonly<Record<string, readonly [ed: string, ing?: string]>> = {
  rewrite: ["rewritten"],
  write: ["written"],
  set: ["set", "setting"],
  reset: ["reset", "resetting"],
  split: ["split", "splitting"],
  cut: ["cut", "cutting"],
  put: ["put", "putting"],
  build: ["built"],
  rebuild: ["rebuilt"],
  make: ["made"],
  do: ["done"],
  redo: ["redone"],
  undo: ["undone"],
  take: ["taken"],
  give: ["given"],
  get: ["gotten", "getting"],
  keep: ["kept"],
  leave: ["left"],
  send: ["sent"],
  shut: ["shut", "shutting"],
  override: ["overridden"],
  overwrite: ["overwritten"],
  hide: ["hidden"],
  spin: ["spun", "spinning"],
  run: ["run", "running"],
  bring: ["brought"],
  shrink: ["shrunk"],
  begin: ["begun", "beginning"],
  read: ["read"],
  find: ["found"],
  tell: ["told"],
  show: ["shown"],
  see: ["seen"],
  go: ["gone"],
  speed: ["sped"],
  sweep: ["swept"],
  lay: ["laid"],
  commit: ["committed", "committing"],
  format: ["formatted", "formatting"],
  reformat: ["reformatted", "reformatting"],
  autoformat: ["autoformatted", "autoformatting"],
  submit: ["submitted", "submitting"],
  permit: ["permitted", "permitting"],
  omit: ["omitted", "omitting"],
  refer: ["referred", "referring"],
  infer: ["inferred", "inferring"],
  transfer: ["transferred", "transferring"],
  debug: ["debugged", "debugging"],
  prefer: ["preferred", "preferring"],
  quit: ["quit", "quitting"],
  hold: ["held"],
  log: ["logged", "logging"],
  bind: ["bound"],
  mend: ["mended"],
  sync: ["synced", "syncing"],
  fix: ["fixed", "fixing"],
  polyfill: ["polyfilled"],
  stick: ["stuck"],
  be: ["been", "being"],
  have: ["had"],
  think: ["thought"],
  say: ["said"],
  know: ["known"],
  understand: ["understood"],
};
/** Final consonants double before -ed and -ing in these verbs. */
export const doublingVerbs = words(`
  drop strip trim stub tag wrap unwrap swap pin unpin dedup ship scrap nix zap axe_ flip stop
  plan map skip grep scan rebas_ chat dig spot set get put run unskip uninstal_ nip mod_ debug
  log whip crop unship rig rejig cap plug`).filter((word) => !word.endsWith("_"));

/**
 * Change verbs that are just as often done to the answer: with a part of the reply as their
 * object they change nothing ("add a summary", "shorten your answer").
 *
 * Spec: FG-10.
 */
export const softChangeVerbs = words(`
  add raise address reduce shorten lengthen refine complete finish correct align extend increase
  lower polish rephrase reword improve adapt adjust reorder unify handle tackle solve normalize
  normalise simplify order resolve append insert merge consolidate convert apply update tighten
  type narrow widen deduplicate dedupe generalize generalise format restructure reorganize
  reorganise rework revise flesh speed tweak expose split extract bump trim cut cache capitalize
  lowercase implement finalize finalise realize tag rewrite remove mark drop clear abstract make
  put sort`);

/** What the reply is made of: making one of these changes nothing. Spec: FG-10. */
export const replyNouns = words(`
  insight insights
  summary summaries snippet snippets list lists report reports table tables explanation
  explanations answer
  answers overview overviews comparison comparisons paragraph paragraphs bullet bullets sentence
  sentences note notes outline outlines plan plans assessment assessments opinion opinions
  verdict verdicts analysis analyses recommendation recommendations proposal proposals estimate
  estimates example examples description descriptions diagnosis response responses reply replies
  conclusion conclusions ranking rankings breakdown breakdowns question questions suggestion
  suggestions idea ideas hypothesis hypotheses argument arguments rationale reasoning
  justification review reviews critique critiques evaluation evaluations walkthrough timeline
  timelines chronology inventory inventories tally count counts digest recap brief briefing memo
  memos essay narrative story abstract synopsis diagram diagrams sketch sketches matrix map
  glossary finding findings observation observations remark remarks concern concerns risk risks
  pros cons checklist word words line lines heading headings caveat caveats confidence citation
  citations quote quotes reference references evidence judgement judgment decision decisions
  rundown discussion text prose bibliography guess guesses scorecard grade score scores rating
  ratings appraisal audit survey feedback statement statements headline headlines catalog
  catalogue index_of sense point points use attention thought thoughts look sure time times
  notice difference differences order care message messages distinction choice call attempt
  interpretation prediction forecast hunch inference title titles model picture mental criteria
  criterion contradiction contradictions formalities timing timings perspective tone wording
  assumption assumptions figures percentages favourite favorite item items effort best room
  claims claim facts causes reasons numbers theses thesis haiku poem tour introduction primer
  explainer`).filter((word) => !word.includes("_"));

/** Things that live in a repository or a system. Spec: FG-9. */
export const codeNouns = words(`
  file files folder folders directory directories path paths repo repository repositories
  codebase code function functions method methods class classes module modules component
  components package packages library libraries test tests spec specs suite suites testcase
  testcases fixture fixtures snapshot snapshots script scripts migration migrations schema
  schemas endpoint endpoints route routes handler handlers hook hooks middleware config configs
  configuration settings setting dependency dependencies lockfile branch branches tag tags commit
  commits pr prs patch patches fix fixes hotfix readme changelog docs documentation docstring
  docstrings comment comments jsdoc header headers import imports export exports type types
  interface interfaces enum enums constant constants variable variables flag flags option_
  parameter parameters argument_ field fields column_ index indexes indices page pages button
  buttons form forms modal modals style styles stylesheet css workflow workflows pipeline
  pipelines job jobs dockerfile makefile image_ container containers server servers service
  services client clients api apis database databases tables_ query_ cache caches queue queues
  worker workers wrapper wrappers helper helpers util utils utility adapter adapters factory
  parser parsers validator validators serializer logger logging cli command commands subcommand
  implementation implementations prototype boilerplate stub stubs mock mocks shim shims polyfill
  feature features support guard guards check checks retry retries timeout timeouts limiter
  validation pagination auth authentication translation translations locale locales record_
  entry_ disk wiki ticket tickets issue issues release releases version versions build builds app
  application site website project workspace worktree env environment cron trigger triggers
  policy policies role_ permission_ secret secrets token_ key_ keys rule_ rules_ template
  templates asset assets icon icons theme layout view views screen screens dialog widget widgets
  plugin plugins extension extensions gate_ manifest pull_request merge_request typings
  declaration declarations tsconfig eslintrc gitignore loader driver connector binding bindings
  iterator generator getter setter subclass singleton mutex lock bundle artefact artifact
  artifacts installer binary bucket cluster deployment namespace pod chart volume instance
  firewall dns certificate subscription webhook webhooks alias symlink constructor decorator
  annotation annotations assertion assertions regression coverage harness benchmark benchmarks
  changeset shell bug bugs`).filter((word) => !word.includes("_"));

/** Determiners and numerals that open an object. */
export const determiners = words(`
  the a an this that these those my your its their our his her each every all any some both no
  another either such one two three four five six seven eight nine ten several many few more most
  whatever whichever enough old new half`);

/** Object pronouns: an order with one of these is complete. */
export const objectPronouns = words(`
  it them this that these those everything anything something nothing all both one me us him`);

/** Finite auxiliaries and modals. */
export const auxiliaries = words(`
  is are was were am has have had do does did can could will would shall should may might must
  isn't aren't wasn't weren't hasn't haven't hadn't doesn't didn't can't cannot couldn't won't
  wouldn't shouldn't mightn't mustn't needn't 
  needs gets became becomes keeps it's that's there's
  he's she's what's who's they're we're i'm i've we've they've you've`);

/** Question words and other words that open an embedded clause. */
export const embedders = words(`
  how what why which who whose whom where when whether that whatever whichever whoever wherever
  however_ what's who's where's how's`).filter((word) => !word.endsWith("_"));

/** Words that open a subordinate clause of time, reason or condition. */
export const subordinators = words(`
  if when once after before until till unless while because since although though whereas
  whenever given provided assuming supposing in_case so_that lest whereby despite even`).filter(
  (word) => !word.includes("_"),
);

/** Prepositions. */
export const prepositions = words(`
  in on at of for from to with by about into onto over under within inside outside between among
  against across through during per via using like than without toward towards upon near behind
  below above along around beyond except but_ besides regarding concerning versus vs off out up
  down based according`).filter((word) => !word.endsWith("_"));

/** Words that stand before an order without changing what it is. Spec: FG-6, FG-9. */
export const openers = words(`
  please then now also next finally first firstly second secondly third thirdly fourth fifth
  lastly last just simply kindly afterwards afterward thereafter subsequently otherwise instead
  meanwhile additionally further furthermore moreover ok okay alright right so and or but yes yep
  sure great thanks hi hello hey well again therefore thus hence still only carefully quickly
  briefly safely quietly silently always immediately directly manually automatically gently
  properly fully completely entirely thoroughly actually basically step fixme task goal action
  actions job likewise similarly separately eventually ideally preferably concretely specifically
  plus optionally maybe perhaps once_ in_ go come ahead try tbd wip agent fork child subagent
  folks team dear everyone here tomorrow today tonight yesterday personally honestly frankly
  either`).filter((word) => !word.endsWith("_"));

/** Adverbs that may stand between a frame and its verb. */
export const adverbs = words(`
  please just also then now simply kindly only carefully quickly always ever even really actually
  immediately directly instead either possibly ideally preferably first finally go ahead and
  manually automatically safely quietly therefore again at least probably definitely still all
  each otherwise under any explicitly subsequently perhaps maybe accidentally silently`);

/** Nouns that name the work given to the child. Spec: FG-9. */
export const assignmentNouns = words(`
  job task goal assignment mission role mandate ask request objective aim work step
  responsibility duty chore brief target_ deliverable instruction instructions order_ priority
  exercise purpose next outcome_`).filter((word) => !word.endsWith("_"));

/** Nouns that name a change; banning or fencing them bans or fences the child. Spec: FG-9. */
export const changeNouns = words(`
  edit edits change changes write writes commit commits push pushes modification modifications
  alteration alterations refactor refactors refactoring refactorings rewrite rewrites fix fixes
  patch patches deletion deletions rename renames update updates diff diffs mutation mutations
  addition additions adjustment adjustments tweak tweaks cleanup cleanups migration migrations
  improvement improvements correction corrections optimisation optimisations optimization
  optimizations repair repairs restart restarts reboot reboots redeploy redeploys rollout rollouts
  apply reformat solution solutions cure cures changeset hunk hunks installs install deploy
  deploys deployment deployments merge
  merges rebase rebases pr prs removal removals conversion conversions upgrade upgrades downgrade
  downgrades replacement replacements renewal renewals extraction extractions rollback rollbacks
  reorganisation reorganization consolidation relocation simplification simplifications backport
  backports bump bumps revert reverts refresh rollover`);

/** File-system nouns of the write boundary. Spec: FG-5, FG-9. */
export const placeNouns = words(`
  file files dir dirs directory directories folder folders path paths tree trees repo repos
  repository package packages module modules subtree subdirectory subfolder workspace worktree
  branch root scope codebase project library component service line lines function functions
  class method layer area section stylesheet test tests doc docs readme config source sources`);

/** Who a child may be called. */
export const childNouns = words(
  `
  you yourself child fork agent subagent assistant worker_ yourselves yours your you're you've
  you'll you'd`,
).filter((word) => !word.endsWith("_"));

/**
 * Words of a lead-in or heading under which a list is told about, not ordered.
 *
 * Spec: FG-10.
 */
export const describingLeads = words(`
  option options alternative alternatives commit commits changelog history log logs does did said
  says claims claim states reads proposal proposals candidate candidates question questions
  hypotheses hypothesis idea ideas approach approaches context background example examples output
  outputs quote quotes quoted message messages title titles heading headings subject subjects
  transcript excerpt excerpts email comments comment feedback wrote wants_ complaint complaints
  symptoms symptom observed happens happened suggestion suggestions suggested considered
  considering reasons possibilities possibility strategies scenarios scenario choices choice
  variants variant advice runs performs executes workaround workarounds orientation according
  completed
  following_ called named covers describes
  compares contains terms sources ways aspects boxes passages principles designs drafts backlog
  checklist
  understanding believe doubts clues theories proposition proposed claimed suspected accused dispute
  glossary facts rumours rumors lore quoting verbs words phrases reported asked tried attempted
  already past agenda wording minutes backlog
  answered replied positions stances
  previous prior previously recent recently yesterday earlier release criteria_ user_`).filter(
  (word) => !word.endsWith("_"),
);

/** Verbs of a lead-in that make the fence or quotation below it an order. Spec: FG-10. */
export const runningVerbs = words(`
  run execute apply use paste follow perform carry obey do issue invoke launch enter type
  implement install make`);

/** Nouns after "read-only" that mean the child's own work. Spec: FG-5, FG-10. */
export const workNouns = words(`
  task job assignment brief audit review pass exploration investigation scenario session exercise
  mission work look analysis research question check mode access inspection survey please role
  request reconnaissance study assessment visit walkthrough tour sweep query exploratory ask
  basis only here throughout for and but operation operations errand fork run explorer reader
  diagnosis examination consultation discussion`);

/** Words of structure that the readings ask for by name and no other list holds. Spec: FG-10. */
export const structureWords = words(`
  handbook manual policy wiki guide guideline guidelines vendor consultant retro slide slides
  invariants todos bans board standard rfc spec team teams department project company guild
  colleague colleagues partner supplier auditors auditor lawyers thread minutes article book paper
  post blog talk don'ts cluster licence license contract checker linter compiler he she him
  users customers people forum survey legal logs hash hashes
  original current text excerpt wording constraint constraints condition conditions applies agreed
  demand demands limits requirements
  variant plan draft version row chapter error fatal panic
  hesitate afraid shy polite hold back
  case hurry rush implies suggests means sounds seems appears looks
  tenant tenants machine machines host hosts account accounts customer systems system box lab
  production prod staging demo data device devices says states reads
  footnote appendix column columns row rows separate extra own sixth
  adr rfc
  usually sometimes boss customers clients matters counts tracker workshop brainstorming stands
  stand thinks wants prefers camp party checklists timetable
  roadmap entries boxes meeting debrief author theirs ours decisions decision tasks orders
  hung stalled failed crashed slipped died froze timed
  broke came went ran took gave grew fell began wrote threw too well as
  hurry rush pressure worries thanks offence offense surprise surprises difference sense
  mistake particular prior evidence trace clue reply answer response message report summary
  yourself out forth apart aside
  below told asked essential important crucial vital imperative certain about add afterwards all
  allowed and apply approx are as be begin belong but by called can can't cannot cf code
  consider continue could disk do don't doubt e eg enter etc everything execute expect fig
  finish following g have he help how i i'd idea ie if in invoke is issue it it's keep less let
  let's lets like longer make matter may me mind more mount must necessary need needed never nice
  no nobody none not nothing of on onto or perform permitted please possible problem purpose
  regard remain required resp run scope self she should so start stay strictly such that that's
  the then there these they thing this to treat try type up us use via vs want wanted wants way
  we we'd what where whether which who whose why wiki will wish with won't wonder worry
  would wouldn't write you you'd your
  versus copied collected gathered heard noted believed reported claimed`);
