// What keeps the set-up from going on, told so that a person can clear it.

/** Its message is shown as it is, without a stack. */
export class Obstacle extends Error {
  /** What the program that failed had printed; undefined when none was run. */
  output
}

const signs = [
  {
    pattern: /ENOSPC|no space left on device/i,
    advice: 'The disk is full. Please free about 1 GB where this folder and the npm cache are, then try again.',
  },
  {
    pattern: /EROFS|EACCES|EPERM|permission denied/i,
    advice: 'Something could not be written. Please check that this folder and the npm cache belong to you.',
  },
  {
    pattern: /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_/,
    advice:
      'The certificate of the registry is not trusted here. ' +
      'Please name your own authority by NODE_EXTRA_CA_CERTS, or by the setting "cafile" of npm.',
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|Temporary failure resolving/i,
    advice: 'There is no network, or a package registry does not answer. Please check the connection, then try again.',
  },
]

/**
 * @param {string} what the step that failed, as the start of a sentence
 * @param {string} output what the failed program printed
 */
export function obstacleFromOutput(what, output) {
  const sign = signs.find(({ pattern }) => pattern.test(output))
  const lastLines = output.trim().split('\n').slice(-20).join('\n')
  const obstacle = new Obstacle(sign ? `${what} failed. ${sign.advice}` : `${what} failed. It said:\n${lastLines}`)
  obstacle.output = output
  return obstacle
}
