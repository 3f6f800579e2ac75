/**
 * Words by the part they play in the grammar of a request, as plain data. A word may play several.
 *
 * Spec: FG-6, FG-9, FG-10.
 */
export const roleWords = {
  /** After these "to" opens what somebody is asked to do: "remember to". */
  asking: `
    are get gets you need have ought supposed required expected asked told instructed remember
    sure free welcome proceed try trying certain going meant needed responsible prepared ready
    allowed permitted authorized authorised be is tasked due wants want needs us assigned
    requested directed invited encouraged continue start begin on forget yourself child fork
    agent way time`,
  /** "The flag lets you delete": an ability is described. */
  letting: "allow allows let lets enable enables permit permits cause causes force forces",
  /** What somebody thinks or says is told, not ordered. */
  thinking:
    "think thinks insist insists swear swears believe believes wonder know knows said say says claims states wrote argues",
  modal: "should must will can may shall could need needs would better might",
  /** With "you" behind it, a request in the form of a question. */
  asker: "can could would will",
  conjunction: "and or but then plus so yet afterwards nor",
  /** These set the next order apart, as a comma does. */
  sequence: "then so afterwards",
  negation: "don't never no without avoid not",
  /** With these in a clause a base form behind "and" cannot be its second verb. */
  singular: "is was has does this it isn't doesn't that's it's",
  ever: "whatever whichever wherever whenever whoever however",
  prefix: "hot re auto double cherry un de pre fine bulk batch force",
  hinge: "chance way possible that think where if",
  using: "use take follow proceed go",
  wish: "great nice good lovely helpful wonderful appreciate it grateful kind cool awesome love",
  particle: "up out off down back over away in into on to from through",
  nounPreposition: "of from for on about in at by during via per",
  labelNoun: "tuesday notes version versions date history window cycle candidate candidates queue",
  /** Who speaks in a transcript; the brief does not speak itself behind such a name. */
  speaker: `
    customer support user reviewer author client manager human bot operator interviewer
    interviewee caller candidate guest visitor maintainer reporter commenter`,
  /** After "nothing": what is excepted draws a boundary. */
  excepting: "outside but except else beyond besides other apart",
  remaining: "rest everything anything all every nothing remainder remaining",
  /** What a child may call its own ground: "your sandbox is". */
  turf: `
    territory turf playground sandbox canvas lane field yard pitch bailiwick patch plot perimeter
    remit jurisdiction domain
    mandate footprint workbench radius freedom leash fence garden backyard zone corner pen
    boundary border limits limit surface reach area scope room window beat allotment enclosure`,
  /** What a ground does at its end: "ends at". */
  bounding: `
    is are end ends stop stops begin begins start starts cover covers comprise comprises extend
    extends reach reaches consist consists include includes spans span runs finish finishes`,
  /** Where changes come to lie: "your edits land in". */
  landing: `
    belong belongs live lives land lands go goes stay stays sit sits fit fits appear appears happen
    happens occur occurs reach reaches span spans remain remains begin begins end ends stop stops
    touch touches concern concerns affect affects mention mentions cover covers fall falls come
    comes show shows involve involves stick sticks keep keeps be`,
  /** Words of place after such a verb. */
  where: "in inside within at under to into with on nowhere solely exclusively strictly only alone",
  /** "You are free to", "cleared to". */
  licensed: `
    free licensed cleared allowed permitted authorised authorized entitled welcome empowered
    supposed meant invited licenced trusted able at`,
  /** The smallest piece of a change: "not a byte". */
  little: `
    byte bytes character characters whitespace comma keystroke hunk letter bit semicolon newline
    line word file single finger char blank space pixel stroke dot`,
  /** What may not be touched is called so: "treat it as sacred". */
  sacred: `
    sacred sacrosanct untouchable crime frozen immutable locked taboo evidence museum exhibit
    exhibits
    hallowed holy inviolable sealed glass radioactive lava porcelain unchangeable unalterable
    preserved archival poison verboten gospel`,
  /** What an action that is put off is said to be: "is for another day". */
  deferring: `
    for not no my mine ours someone somebody another later next left reserved beyond outside off
    out undesirable superfluous premature separate unwanted unasked scheduled planned job task
    matter story topic decision step exercise business undesired risky dangerous expensive
    hers theirs his yours last wrong harmful too something nobody none overkill noise
    counterproductive`,
  /** What is done to a system by somebody who changes no file: "running it is my decision". */
  doing: `
    running executing performing starting stopping opening trying kicking throwing hitting pulling
    retrying contacting invoking pressing flipping repeating rerunning turning calling mailing`,
  /** Words that the clause reader asks for by name. */
  structural: `
    please to you do don't never let's lets let help us me where should could that then`,
  /** Words after which an order may come without a mark between them. */
  introducing: `
    to you please let's lets us me we and or but then plus so yet afterwards nor should must will
    can may shall could need would better might`,
} as const;

/** The parts that words play. Spec: FG-10. */
export type RoleName = keyof typeof roleWords;
