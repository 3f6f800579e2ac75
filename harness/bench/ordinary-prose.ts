/**
 * Plain prose as people write it to a colleague: nothing is forbidden, fenced in or to be changed,
 * and no word of the plain table stands where that table looks for it.
 *
 * For the comparison of rates alone: both tables must read it to its end.
 *
 * Spec: FG-11.
 */
export const ordinaryProse = `The scheduler keeps a queue of jobs for each worker. When a worker is
free it takes the oldest job, runs it and reports the result to the store. Last week somebody saw
that two workers had the same job for a moment, and that the second result won.

Read the code in src/queue.ts and tell me which of the three paths can hand out a job twice. What
does the lease protect, and for how long? The numbers of the quiet machine and of the busy one are
in the table of our last report, with the medians of five runs.

Then look at the tests of the store. Which of them would notice a lost result, and which would pass
all the same? List them with a line on each: what it sets up, what it waits for, what it asserts.
For the ones that seem weak, describe the smallest case they miss.

At last, compare our retry policy with that of the client library. Who gives up first, and what
does a user see when that happens? I am most curious about the minutes after a deployment, when
connections are cold and every worker asks for work at once. A page in your own words is enough.

`;
