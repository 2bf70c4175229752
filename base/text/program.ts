// How this program is called in what it prints: the one place that says it.

/** The words before a verb in every command line that a report or a message offers. */
export const program = 'npx --no-install touchstone';
