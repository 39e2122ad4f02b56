// Letting a program in by its code, in English.

export const programEn = {
  deviceTitle: 'Connect a program',
  deviceHint: 'Enter the code that the program shows you.',
  deviceCode: 'Code',
  deviceCodeMissing: 'The code has eight characters.',
  continue: 'Continue',
  signedInAs: 'Signed in as {{email}}',
  deviceAskTitle: 'Allow {{client}}?',
  deviceAskHint: 'It asks to act as {{email}}, with all that you may do.',
  deviceClient: 'Program',
  devicePlace: 'Place',
  deviceAddress: 'IP address',
  deviceAsked: 'Asked',
  deviceWarning:
    'Allow this only if you started it yourself just now, and it shows the same code. Nobody from support will ever ask you for it.',
  approve: 'Allow',
  deny: 'Deny',
  deviceApprovedTitle: 'You are connected',
  deviceApproved: '{{client}} goes on by itself. You can close this window.',
  deviceDeniedTitle: 'Access denied',
  deviceDenied: '{{client}} may not act for you. You can close this window.',
}
