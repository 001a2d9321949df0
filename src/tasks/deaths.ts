/*
 * A page may not end its process again and again, and none may be given up for what another did. So an address that was under
 * way when two processes died is a suspect: it is visited alone, and of the deaths that follow only those count at which its
 * process held nothing else. A process may also be killed from outside just then, which looks the same. So a few such deaths
 * prove nothing; a suspect that has seen more of them comes after the others; and it is given up at the fourth.
 */

/** Deaths at which any number of addresses may have been under way; from then on an address is visited alone. */
export const UNSURE_DEATHS = 2;
/** Deaths while it was visited alone at which an address is given up. */
const SURE_DEATHS = 4;
/** All deaths that count against an address at which it is given up. */
export const VISIT_DEATHS = UNSURE_DEATHS + SURE_DEATHS;
/** A unit is given up at so many deaths, whatever else its process did. */
export const UNIT_DEATHS = 4;

/** What is said of an address that is given up. */
export const VISIT_GIVEN_UP = `Its process ended ${VISIT_DEATHS} times while it was visited, ${SURE_DEATHS} times with nothing else under way.`;
/** What is said of a unit that is given up. */
export const UNIT_GIVEN_UP = `Its process ended ${UNIT_DEATHS} times while it ran.`;
