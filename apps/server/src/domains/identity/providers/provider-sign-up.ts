// Rules for newcomers whose provider does not say that the address is theirs: a mailed code shows that it is. It is typed in the
// browser that came from the provider, so that nobody can make the owner of an address let a stranger's identity in.
// Pure.

export const signUpMs = 15 * 60_000
/** Some 40 bits; five may be tried. */
export const signUpCodeLength = 8
export const wrongAnswersMax = 5
