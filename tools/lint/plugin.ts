// Our own lint rules: the parts of our style that a machine can check and that no stock rule covers.

import { environmentInConfigOnly } from './environment-in-config-only.ts'
import { moduleSaysItsPurpose } from './module-says-its-purpose.ts'
import { noFixedSleepInTests } from './no-fixed-sleep-in-tests.ts'
import { reasonBesideAssertion } from './reason-beside-assertion.ts'

export default {
  meta: { name: 'farport' },
  rules: {
    'environment-in-config-only': environmentInConfigOnly,
    'module-says-its-purpose': moduleSaysItsPurpose,
    'no-fixed-sleep-in-tests': noFixedSleepInTests,
    'reason-beside-assertion': reasonBesideAssertion,
  },
}
