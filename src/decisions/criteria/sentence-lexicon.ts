/**
 * The words that decide whether a full stop ends a sentence. All lower case unless said otherwise,
 * without the stop itself.
 *
 * Spec: LP-22.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** They always lead on to more of their sentence. */
export const leadingOn = words(`e.g i.e eg ie vs cf viz`);

/** They stand before a name; only capitalised, so that `200 ms.` ends. */
export const titles = words(`Dr Mr Mrs Ms Prof Messrs Mx`);

/** Cut-off words within a sentence; before a common opener they end it. `St` is capitalised. */
export const cutOff = words(`
  fig figs approx al ca inc ltd corp dept jr sr ave blvd st incl excl resp esp`);

/** They stand before a number and are words of their own elsewhere. */
export const numbered = words(`
  no nos nr vol vols pp p eq eqs ch sec art para
  jan feb mar apr jun jul aug sep sept oct nov dec`);

/** Words that open a sentence and are no names. */
export const openers = words(`
  then the and also finally next after afterwards when if it this that these those there here but or
  so in on at for to from with without before once while until unless because since as an we you
  they he she its their our your my now please do don't does not no otherwise however instead first
  second third lastly last each every all any both only just let let's what why how where which
  whenever whether although though meanwhile moreover furthermore additionally therefore thus again
  later soon still yet per by under over about above below during through between within into of
  make ensure`);

/** Openers that are plain even in lower case. */
export const plainOpeners = words(`then finally afterwards also next`);
