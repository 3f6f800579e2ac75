/**
 * The words by which a sentence talks about the command instead of giving it. Data, so that a
 * reader can see and a maintainer can widen what counts. All lower case, `'` for every apostrophe.
 *
 * Spec: LP-11.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** Before the token, they make it a thing: "the /loop …". Spec: LP-11. */
export const determiners = words(`
  the a an this that these those my your our their his her its each every any some another which
  whose`);

/** Before the token, they name what it is or what the words are about. Spec: LP-11. */
export const leadingNouns = words(`
  command commands flag flags feature features alias aliases option keyword subcommand tool called
  named syntax usage example examples about of regarding concerning in inside without than versus vs
  say says e.g i.e eg ie
  word words token string phrase literal term cd ls mkdir rmdir rm chmod mount`);

/** "docs for /loop": before "for", they say what is for it. Spec: LP-11. */
export const nounsWithFor = words(`
  doc docs documentation help support page section readme guide completion completions bug bugs
  issue
  issues report parser question questions test tests spec specs code coverage handler handling alias
  aliases name names replacement word synonym shortcut wrapper command syntax usage example examples
  rationale reason need idea name rule rules grammar regex pattern`);

/** "working on /loop": before "on", they say what is done with it. Spec: LP-11. */
export const wordsWithOn = words(`
  work working works worked based depend depends depending focus focusing improve build builds talk
  notes docs report details more info information feedback opinion opinions thoughts comment
  comments
  read reading article chapter page section question questions`);

/** After the token, they say what it is: "/loop command". Spec: LP-11. */
export const trailingNouns = words(`
  command commands flag flags feature features alias aliases keyword keywords syntax subcommand
  subcommands slash-command and or nor vs versus`);

/** Verbs that do something to the command itself, in the form of an order. Spec: LP-11. */
export const treatingVerbs = words(`
  rename fix test remove implement document explain describe discuss mention add delete deprecate
  drop support review refactor update extend change rewrite replace debug port disable enable
  improve
  investigate understand learn know clarify summarise summarize define compare rework redesign patch
  repair restore revert expose ship release alias wrap mock stub benchmark profile move simplify
  break
  finish design prototype announce demo teach show cover mask highlight parse handle detect
  recognise
  recognize see`);

/** The same and neighbouring verbs, told of or going on: never an order. Spec: LP-11. */
export const toldVerbs = words(`
  renaming renamed fixing fixed testing tested removing removed implementing implemented documenting
  documented explaining explained describing described discussing discussed mentioning mentioned
  adding added deleting deleted supporting supported reviewing reviewed refactoring refactored
  updating updated extending extended changing changed rewriting rewrote rewritten replacing
  replaced
  debugging debugged ported disabling disabled enabling enabled improving improved investigating
  used ran tried typed started called saw said wrote had invoked triggered launched executed entered
  type enter paste issued sent pasted quoted cited typing entering writing sending pasting quoting
  writes enters sends pastes issues
  uses runs starts calls types invokes triggers launches executes supports handles parses documents
  explains describes mentions covers shows means renames fixes tests removes implements detects
  understanding learning knowing`);

/** Words that a verb in the form of an order may follow. Spec: LP-11. */
export const beforeVerb = words(`
  please and then to you i we they can could should must may might will would shall just also now
  first next finally let's lets let or not don't never kindly me us`);

/** Words that run a command: between a negation and the token they carry it on. Spec: LP-11. */
export const runningWords = words(`
  run running use using start starting do doing try trying call calling invoke invoking type typing
  trigger launch execute begin enter issue want wants need needs have having to you me us it him her
  them i we they he she ever just yet even also really again simply currently please now going plan
  planning intend mean let let's ask asking asked told tell think should would could can will must
  be been by with here directly blindly automatically immediately actually from dare circumstances
  account way case necessary allowed supposed ready a good idea time`);

/** Words that turn what follows into its opposite. Spec: LP-11. */
export const negations = words(`
  not never don't dont doesn't doesnt didn't didnt won't wont can't cant cannot shouldn't shouldnt
  mustn't mustnt wouldn't couldn't isn't aren't wasn't needn't no nor neither without avoid stop
  quit
  cease skip forbid forbidden refrain rather instead nobody none`);

/** Directly before the token: what follows is the content of a question or a condition. */
export const embeddingWords = words(`whether if how what why when where who which that unless`);

/** People who do it habitually: "if you /loop", "I use /loop". Spec: LP-11. */
export const subjects = words(`i you we they he she one people users someone somebody everyone it`);

/** Before a subject, they tell of a case. Spec: LP-11. */
export const conditions = words(`
  if when whenever once after before unless until while because since that how what why where`);

/** Verbs for running a command, told of a subject: "we use /loop nightly". Spec: LP-11. */
export const habitVerbs = words(`use run type call start invoke execute trigger have`);

/** Words that soften a habit or order without changing it. Spec: LP-11. */
export const softeners = words(`
  always often usually sometimes never rarely normally still also just please kindly now then
  perhaps
  maybe only even simply quickly`);

/** Finite verbs of which the token is the subject: "/loop is", "/loop never stops". Spec: LP-11. */
export const finiteVerbs = words(`
  is isn't was wasn't are aren't were weren't has hasn't had hadn't does doesn't did didn't can
  can't
  cannot could couldn't would wouldn't should shouldn't must mustn't will won't may might seems
  looks
  keeps gets makes takes becomes goes comes works fails starts stops runs lets needs wants accepts
  supports expects requires allows ignores continues means behaves remains stays appears exists
  happens understands belongs depends kicks sits wakes sleeps loops repeats ends exits hangs crashes
  breaks waits returns prints shows says reads writes sends helps handles causes uses counts
  respects
  survives forgets remembers pauses resumes triggers fires drives reports refuses splits parses
  seemed became went ran kept took began hung broke died worked stopped started failed crashed
  finished ended continued ignored paused resumed triggered fired woke got made gave did`);

/** Verbs of two subjects: "cron and /loop have …". */
export const sharedVerbs = words(`have are differ share interact behave compare were`);

/** Finite forms that also describe a noun ("failed tests"), so the next word decides. */
export const adjectiveForms = words(`
  failed crashed finished ended stopped started broke ignored paused resumed triggered fired made`);

/** Finite forms that are also plural nouns ("runs must be green"), so the next word decides. */
export const pluralForms = words(`
  works starts stops runs needs loops repeats ends exits hangs crashes breaks waits returns prints
  shows reads writes uses counts pauses resumes triggers fires drives reports splits means`);

/** After a plural noun stands one of these. */
export const nounFollowers = words(`
  are must should were have need can will do don't may might pass stay remain that which in of`);

/** After a finite verb, not after an adjective, stands one of these, or nothing. */
export const verbFollowers = words(`
  again on in at after before with because when while the a an my our your me it us them to for and
  but or yesterday today twice once silently right immediately already every for from as if until
  too very not there here by without midway halfway unexpectedly`);

/** Between the token and its verb. */
export const verbAdverbs = words(`
  itself alone also still never always currently now really just only often sometimes simply
  actually
  usually normally already then probably reportedly`);

/** Verbs that ask for words about something; what stands under them is talked about. */
export const tellingVerbs = words(`
  explain describe document clarify summarise summarize discuss outline teach illustrate define
  compare review mention demonstrate wonder wondering know understand learn`);

/** Words that begin a question. */
export const questionWords = words(`what how why when where which who whose whom what's how's why's
  where's who's whats hows`);

/** Verbs that stand before the subject in a question. */
export const questionVerbs = words(`
  is are was were do does did can could should would will has have had may might must shall isn't
  aren't wasn't weren't don't doesn't didn't can't couldn't shouldn't wouldn't won't hasn't haven't
  am`);

/** Of those, the ones that also begin an order ("do it", "have it"): only `?` makes a question. */
export const orderLike = words(`do don't have is`);

/** Subjects in a question. */
export const questionSubjects = words(`
  i we you he she it they this that there anyone someone somebody anybody people users the a my our
  your one`);

/** Words before a sentence proper. */
export const fillers = words(`
  so and but or ok okay hey hi hello well also then now please btw sorry um hmm oh wait actually
  thanks yes no yeah quick question pi`);

/** Words of a line that goes on in the next one: the token there does not start afresh. */
export const unfinishedWords = words(`
  the a an of to with via using use run start call type by for in on and or not never does do did is
  are was would could should can will how what that than like about my your our this please`);

/** What may not be an objective in the message: they are the command's own words. Spec: LP-11. */
export const subcommands = words(`stop status pause resume settings`);
