// Finds the link that a mail wants opened.

/** The first web address in the text; undefined when there is none. */
export function firstLink(text: string): string | undefined {
  return /https?:\/\/[^\s<>"]+/.exec(text)?.[0]
}
