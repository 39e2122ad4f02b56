// PostgreSQL's moments, as text, to dates. Lists have hundreds of them, and pg's own reader, which knows every form, takes
// several times as long.

/** The years from 1000 to 2999, with whole minutes between there and UTC. V8 reads other years in its own way. */
const usualForm = /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/

/** `readRareForm` reads any form. */
export function readMoment<Other>(text: string, readRareForm: (text: string) => Other): Date | Other {
  return usualForm.test(text) ? new Date(text) : readRareForm(text)
}
